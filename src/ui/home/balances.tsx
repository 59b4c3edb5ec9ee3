import { Box, Button, Image, Section, Skeleton, Text } from '@metamask/snaps-sdk/jsx';
import { Ends, Note } from '../review/draw';
import type { Label } from '../review/facts';
import { isRounded } from '../text/amounts';
import { clockText } from '../text/format';
import { type Say, SYMBOL_LIMIT, symbolText } from '../text/words';
import { homeParts } from './view';

export type ShownBalance = {
  /** The name of the token. */
  symbol: Label;
  /** In units of the token, decimal. */
  amount: string;
  /** Link of its logo, and the logo itself as a `data:` URL of a raster image. */
  logo?: string;
  picture?: string;
};

/** Whether balances are read now: not yet, under way, done, or in vain. */
export type Reading =
  | { state: 'unread' | 'reading' | 'known' }
  /** `triedAt` in unix milliseconds. */
  | { state: 'unavailable'; triedAt: number; why: Label };

/** The accounts' balances by address, as they were read last, and when (unix milliseconds). */
export type Balances = Reading & {
  readAt: number;
  of: Readonly<Record<string, readonly ShownBalance[]>>;
};

/** What an account's tokens are worth, but for `without` tokens that have no price. */
export type Total = { money: Label; without: number };

export const drawTotal = ({ money, without }: Total, say: Say) => {
  const count = String(without);
  return (
    <Text size="md">
      {without === 0
        ? say({ say: 'home.total', with: { money } })
        : say({ say: 'home.totalWithout', with: { money, count } })}
    </Text>
  );
};

export const hasRounded = ({ of }: Balances): boolean =>
  Object.values(of).some((own) => own.some(({ amount }) => isRounded(amount)));

const LOGO_SIDE = 20;

/** An SVG around a raster image, all that the wallet draws; everything but the pixels is ours. */
const logoOf = (picture: string): string => {
  const size = `width="${LOGO_SIDE}" height="${LOGO_SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${picture}"/></svg>`;
};

/** Characters of symbol and amount that a line takes, beside a logo. */
const MOST_ON_LINE = 26;

const nameOf = ({ symbol }: ShownBalance, say: Say): string =>
  typeof symbol === 'string' ? symbolText(symbol) : say(symbol, SYMBOL_LIMIT);

const drawBalance = (balance: ShownBalance, isExact: boolean, say: Say) => {
  const { amount, picture } = balance;
  const shown = nameOf(balance, say);
  const name = <Text color="alternative">{shown}</Text>;
  const value = say({ amount, isExact, form: 'held' });
  const Line = shown.length + value.length <= MOST_ON_LINE ? Ends : Box;
  return (
    <Line>
      {picture === undefined ? (
        name
      ) : (
        <Box direction="horizontal" crossAlignment="center">
          <Image src={logoOf(picture)} alt={say({ say: 'home.logo', with: { symbol: shown } })} />
          {name}
        </Box>
      )}
      <Text>{value}</Text>
    </Line>
  );
};

/** All of them in one text: each component takes wallets time to validate. */
const drawInOne = (own: readonly ShownBalance[], isExact: boolean, say: Say) => (
  <Text>
    {own
      .map(
        (balance) =>
          `${say({ amount: balance.amount, isExact, form: 'held' })} ${nameOf(balance, say)}`,
      )
      .join(' · ')}
  </Text>
);

type BalancesOf = {
  balances: Balances;
  account: { address: string; isDeployed: boolean; obstacle?: unknown };
  isExact: boolean;
  say: Say;
};

/** What one account has: a line for each token, or one for all where there are many accounts. */
export const drawBalances = (
  { balances, account, isExact, say }: BalancesOf,
  lines: 'each' | 'one',
) => {
  const { address, isDeployed, obstacle } = account;
  const own = balances.of[address];
  // Another wallet must deploy it where the phrase's key alone cannot.
  const isDeployable = !isDeployed && obstacle === undefined;
  if (!own) return balances.state === 'reading' ? <Skeleton height={16} width="60%" /> : null;
  return [
    lines === 'one' && own.length > 0
      ? drawInOne(own, isExact, say)
      : own.map((balance) => drawBalance(balance, isExact, say)),
    isDeployable && own.some(({ amount }) => amount === '0') ? (
      <Note>{say({ say: 'home.sendFirst' })}</Note>
    ) : null,
  ];
};

/** When balances were read that are not those of now. */
export const drawAge = ({ state, readAt }: Balances, say: Say) =>
  state === 'known' || readAt === 0 ? null : (
    <Note>{say({ say: 'home.asOf', with: { time: clockText(readAt) } })}</Note>
  );

type UnavailableFacts = Extract<Reading, { state: 'unavailable' }> & { say: Say };

export const Unavailable = ({ triedAt, why, say }: UnavailableFacts) => (
  <Section>
    <Text color="error">
      {say({ say: 'home.unavailable', with: { time: clockText(triedAt) } })}
    </Text>
    <Note>{say(why, 200)}</Note>
    <Button name={homeParts.refresh}>{say({ say: 'home.retry' })}</Button>
  </Section>
);
