import { Box, Button, Image, Section, Skeleton, Text } from '@metamask/snaps-sdk/jsx';
import { Ends, Note } from '../review/draw';
import type { Label } from '../review/facts';
import { clockText, isRounded } from '../text/format';
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

/** The accounts' balances: not read yet, read, or unavailable. */
export type Balances =
  | { state: 'unread' | 'reading' }
  | { state: 'known'; of: Readonly<Record<string, readonly ShownBalance[]>> }
  /** `triedAt` in unix milliseconds. */
  | { state: 'unavailable'; triedAt: number; why: Label };

export const hasRounded = (balances: Balances): boolean =>
  balances.state === 'known' &&
  Object.values(balances.of).some((own) => own.some(({ amount }) => isRounded(amount)));

const LOGO_SIDE = 20;

/** An SVG around a raster image, all that the wallet draws; everything but the pixels is ours. */
const logoOf = (picture: string): string => {
  const size = `width="${LOGO_SIDE}" height="${LOGO_SIDE}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${picture}"/></svg>`;
};

const drawBalance = ({ symbol, amount, picture }: ShownBalance, isExact: boolean, say: Say) => {
  const shown = typeof symbol === 'string' ? symbolText(symbol) : say(symbol, SYMBOL_LIMIT);
  const name = <Text color="alternative">{shown}</Text>;
  return (
    <Ends>
      {picture === undefined ? (
        name
      ) : (
        <Box direction="horizontal" crossAlignment="center">
          <Image src={logoOf(picture)} alt={say({ say: 'home.logo', with: { symbol: shown } })} />
          {name}
        </Box>
      )}
      <Text>{say({ amount, isExact })}</Text>
    </Ends>
  );
};

type BalancesOf = {
  balances: Balances;
  account: { address: string; isDeployed: boolean };
  isExact: boolean;
  say: Say;
};

/** What one account has. */
export const drawBalances = ({ balances, account, isExact, say }: BalancesOf) => {
  if (balances.state === 'reading') return <Skeleton height={16} width="60%" />;
  if (balances.state !== 'known') return null;
  const own = balances.of[account.address] ?? [];
  return (
    <Box>
      {own.map((balance) => drawBalance(balance, isExact, say))}
      {own[0]?.amount === '0' && !account.isDeployed ? (
        <Note>{say({ say: 'home.sendFirst' })}</Note>
      ) : null}
    </Box>
  );
};

type UnavailableFacts = Extract<Balances, { state: 'unavailable' }> & { say: Say };

export const Unavailable = ({ triedAt, why, say }: UnavailableFacts) => (
  <Section>
    <Text color="error">
      {say({ say: 'home.unavailable', with: { time: clockText(triedAt) } })}
    </Text>
    <Note>{say(why, 200)}</Note>
    <Button name={homeParts.refresh}>{say({ say: 'home.retry' })}</Button>
  </Section>
);
