import { Box, Button, Card, Heading, Section, Skeleton, Text } from '@metamask/snaps-sdk/jsx';
import { Note } from '../review/draw';
import type { Label } from '../review/facts';
import { isRounded } from '../text/amounts';
import { type Say, SYMBOL_LIMIT, symbolText } from '../text/words';
import { drawBitmap } from './bitmap';
import type { Shown } from './shown';
import { tokenPicture } from './tokenPicture';
import { homeParts } from './view';

export type ShownBalance = {
  /** Address of the token. */
  token: string;
  /** The token's names, short and full. */
  symbol: Label;
  name: Label;
  isListed: boolean;
  /** In units of the token, decimal; undefined if it is not known. */
  amount: string | undefined;
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
  /** How many tokens further down the list are not read. */
  remainder?: number;
  of: Readonly<Record<string, readonly ShownBalance[]>>;
};

/** What an account's tokens are worth, but for those without a price and those that were not read. */
export type Total = {
  money: Label;
  /** How many have no price. */
  without: number;
  /** How many did not tell what the account has. */
  unreadCount: number;
  /** The worth of each token, by address. */
  of: Readonly<Record<string, Label>>;
  /** Dollars for a whole one, by address. */
  usd: Readonly<Record<string, number>>;
};

/** The worth of an account in large; without prices, its first balance. */
export const drawWorth = (
  own: readonly ShownBalance[],
  total: Worth | undefined,
  { isExact, say }: Drawn,
) => {
  const [first] = own;
  if (total && total !== 'unanswered')
    return [
      <Heading size="lg">{say(total.money)}</Heading>,
      total.without !== 0 && (
        <Note>{say({ say: 'home.totalWithout', with: { count: String(total.without) } })}</Note>
      ),
      total.unreadCount !== 0 && (
        <Note>{say({ say: 'home.totalUnread', with: { count: String(total.unreadCount) } })}</Note>
      ),
    ];
  if (!first) return null;
  const value = sayAmount(first, { isExact, say });
  return [
    <Heading size="lg">{`${value} ${nameOf(first, say)}`}</Heading>,
    total !== undefined && <Note>{say({ say: 'home.noPrices' })}</Note>,
  ];
};

/** `unanswered` if the source of prices that the user turned on knows none. */
export type Worth = Total | 'unanswered';

type Drawn = { isExact: boolean; say: Say };

export const hasRounded = ({ of }: Balances): boolean =>
  Object.values(of).some((own) => own.some(({ amount = '' }) => isRounded(amount)));

/** The amount of a balance; a dash if it is not known. */
const sayAmount = ({ amount }: Pick<ShownBalance, 'amount'>, { isExact, say }: Drawn): string => {
  if (amount === undefined) return '–';
  return say({ amount, isExact, form: 'held' });
};

const LOGO_SIDE = 32;

/** Characters of symbol and amount that a card takes beside its picture: it cuts longer ones. */
const MOST_ON_CARD = 26;

const nameOf = ({ symbol }: Pick<ShownBalance, 'symbol'>, say: Say): string => {
  if (typeof symbol === 'string') return symbolText(symbol);
  return say(symbol, SYMBOL_LIMIT);
};

type Holding = Pick<ShownBalance, 'symbol' | 'name' | 'isListed' | 'picture' | 'amount'> & {
  worth: Label | undefined;
};

/** Characters of a token's name beside what it is worth. */
const NAME_LIMIT = 24;

/** A token that somebody has, with its picture. */
export const drawHolding = (holding: Holding, { isExact, say }: Drawn) => {
  const { picture, name, isListed, worth } = holding;
  const shown = nameOf(holding, say);
  const value = sayAmount(holding, { isExact, say });
  if (shown.length + value.length > MOST_ON_CARD)
    return (
      <Box>
        <Text color="alternative">{shown}</Text>
        <Text>{value}</Text>
      </Box>
    );
  return (
    <Card
      image={picture === undefined ? tokenPicture(shown, isListed) : drawBitmap(picture, LOGO_SIDE)}
      title={shown}
      description={say(name, NAME_LIMIT)}
      value={value}
      extra={worth === undefined ? '' : say(worth)}
    />
  );
};

/** All of them in one text: each component takes wallets time to validate. */
const drawInOne = (own: readonly ShownBalance[], isExact: boolean, say: Say) => (
  <Text>
    {own
      .map((balance) => `${sayAmount(balance, { isExact, say })} ${nameOf(balance, say)}`)
      .join(' · ')}
  </Text>
);

type BalancesOf = {
  balances: Balances;
  account: { address: string; isDeployed: boolean; obstacle?: unknown };
  isExact: boolean;
  say: Say;
};

/** Tells the owner of an empty account that its first transaction, which deploys it, costs a fee. */
export const drawSendFirst = ({ balances, account, say }: BalancesOf) => {
  const { address, isDeployed, obstacle } = account;
  const own = balances.of[address] ?? [];
  // Another wallet must deploy it where the phrase's key alone cannot.
  const isDeployable = !isDeployed && obstacle === undefined;
  if (!isDeployable || own.every(({ amount }) => amount !== '0')) return null;
  // A paymaster may take the fee in what is there.
  const isHolding = own.some(({ amount = '0' }) => amount !== '0');
  return <Note>{say({ say: isHolding ? 'home.feeFirst' : 'home.sendFirst' })}</Note>;
};

/** The balances of an account beside the current one, in a line. */
export const drawBalances = (shown: BalancesOf) => {
  const { balances, account, isExact, say } = shown;
  const own = balances.of[account.address];
  if (!own) return balances.state === 'reading' ? <Skeleton height={16} width="60%" /> : null;
  return [own.length > 0 && drawInOne(own, isExact, say), drawSendFirst(shown)];
};

/** The tokens of one account, each with its picture. */
export const drawHoldings = ({ balances, account, isExact, say }: BalancesOf, total?: Worth) => {
  const worths = typeof total === 'object' ? total.of : {};
  const own = balances.of[account.address];
  if (!own) return balances.state === 'reading' ? <Skeleton height={32} width="100%" /> : null;
  const { remainder = 0 } = balances;
  return [
    ...own.map((balance) =>
      drawHolding({ ...balance, worth: worths[balance.token] }, { isExact, say }),
    ),
    remainder > 0 && (
      <Note>{say({ say: 'home.tokensBeyond', with: { count: String(remainder) } })}</Note>
    ),
  ];
};

/** When balances were read that are not those of now. */
export const drawAge = ({ state, readAt }: Balances, { when, say }: Timed) => {
  if (state === 'known' || readAt === 0) return null;
  return <Note>{say({ say: 'home.asOf', with: { time: when(readAt) } })}</Note>;
};

type Timed = Pick<Shown<unknown>, 'when' | 'say'>;
type UnavailableFacts = Extract<Reading, { state: 'unavailable' }> & Timed;

export const Unavailable = ({ triedAt, why, when, say }: UnavailableFacts) => (
  <Section>
    <Text color="error">{say({ say: 'home.unavailable', with: { time: when(triedAt) } })}</Text>
    <Note>{say(why, 200)}</Note>
    <Button name={homeParts.refresh}>{say({ say: 'home.retry' })}</Button>
  </Section>
);
