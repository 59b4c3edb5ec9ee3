import type { State } from '../../module';
import { type ChainId, sameFelt } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { parseUint256 } from '../../starknet/tokens/erc20';
import { callsInRecord, type EncodedCall } from '../../starknet/transactions/calls';
import type { RequestedAllowance, StoredAllowance } from '../../state/allowances';
import { type AllowanceLine, allowanceParts } from '../../ui/home/allowances';
import { parseAllowance } from '../../ui/review/allowance';
import { type Label, say } from '../../ui/text/words';
import { allowanceCalls, fetchAllowances } from '../history/allowances';
import { openCalls, openRecords } from '../history/openCalls';
import { trackTransactions } from '../history/track';
import { sendTransaction } from '../send/send';
import type { TokensByAddress } from '../transactions/simulate';
import { tokenTable } from '../transactions/tokenTable';
import {
  createAmountText,
  getCollectionName,
  isUnlimited,
  tokenName,
} from '../transactions/words/amounts';
import { createAccountFacts } from './accounts';
import { loadAddressNames } from './addressNames';
import { fetchPart } from './fetched';
import { notTaken, readText } from './form';
import type { OpenPage, Part } from './part';
import { request, sentRecord, TICKED } from './request';

/** Allowances of contracts for an account: that of the button, else the current one. */
export const allowancesPart: Part<'allowances'> = {
  async facts(module, { chainId, about, open }, { fetched = { state: 'unread' }, fill }) {
    const account = await createAccountFacts(module, chainId, about);
    if (!account) return undefined;
    const read = await module.allowances.of(chainId, account.address);
    const names = await loadAddressNames(module, chainId, account.address);
    const table = await tokensOf(module, chainId, read?.allowances ?? []);
    const requested = await module.allowances.requested(chainId, account.address);
    const calls = await openCalls(module, chainId, account.address);
    return {
      account: { name: account.name, address: account.address },
      canSign: account.obstacle === undefined,
      fetched,
      lines: (read?.allowances ?? []).map((one) => ({
        ...lineOf(one, table, names),
        ...originOf(one, requested),
        isChanging: calls.some((call) => isAbout(one, call)),
        isTicked: fill?.[keyOf(one)] === TICKED || undefined,
      })),
      from: read && { block: read.low, time: read.lowTime && read.lowTime * 1_000 },
      open,
      typed: fill?.amount,
    };
  },
  untilFilled: { fetched: { state: 'reading' } },
  fill: (page, drawing) =>
    fetchPart(page, drawing, async (until) => {
      const { module, view } = page;
      const account = await createAccountFacts(module, view.chainId, view.about);
      if (!account) return;
      const seconds = await follow(page, account.address);
      const search = { chainId: view.chainId, until };
      await fetchAllowances(module, { ...search, account: account.address });
      if (seconds !== undefined) await module.wakePage(page.id, seconds);
    }),
  press: {
    [allowanceParts.revoke]: (page, key) => setAllowances(page, [key]),
    [allowanceParts.unfold]: ({ view, show }, key) =>
      show({ open: view.open === key ? '' : key }, { fetched: { state: 'known' } }),
  },
  submit: {
    [allowanceParts.lower]: lower,
    [allowanceParts.several]: (page, _account, value) => {
      const chosen = Object.entries(value ?? {}).flatMap(([key, is]) => (is === true ? key : []));
      if (chosen.length > 0) return setAllowances(page, chosen);
      return refuse(page, say('home.chooseOne'));
    },
  },
};

const keyOf = ({ token, spender, of: extent, tokenId }: StoredAllowance): string =>
  [extent, BigInt(token).toString(36), BigInt(spender).toString(36), tokenId ?? ''].join('-');

/** The tokens of the lists, and those of the allowances as what their contracts claim to be. */
async function tokensOf(
  module: State,
  chainId: ChainId,
  allowances: readonly StoredAllowance[],
): Promise<TokensByAddress> {
  const claims = allowances.map(({ token: address, symbol, decimals }) => [
    address,
    { address, symbol, decimals, verified: false },
  ]);
  return { ...Object.fromEntries(claims), ...(await tokenTable(module, chainId)) };
}

/** True if a call sets an allowance. */
const isAbout = (
  { token, spender, of: extent, tokenId, entrypoint }: StoredAllowance,
  { to, selector, calldata }: EncodedCall,
): boolean =>
  sameFelt(to, token) &&
  sameFelt(selector, getSelector(entrypoint)) &&
  (extent === 'piece'
    ? parseUint256(calldata.slice(1)) === BigInt(tokenId ?? 0)
    : sameFelt(calldata[0] ?? '0x0', spender));

/**
 * Looks at the transactions that change an allowance in sight.
 * @returns seconds until the next look; undefined once all have settled
 */
async function follow({ module, view }: OpenPage, account: string): Promise<number | undefined> {
  const { chainId } = view;
  const allowances = (await module.allowances.of(chainId, account))?.allowances ?? [];
  const findChange = async () =>
    (await openRecords(module, chainId, account)).find((record) =>
      callsInRecord(record).some((call) => allowances.some((one) => isAbout(one, call))),
    );
  const record = await findChange();
  if (!record) return undefined;
  const seconds = await trackTransactions(module, record).catch(() => undefined);
  return (await findChange()) && seconds;
}

function lineOf(
  allowance: StoredAllowance,
  table: TokensByAddress,
  names: (address: string) => Label | undefined,
): Omit<AllowanceLine, 'isChanging' | 'isTicked' | 'site' | 'since'> {
  const { token, spender, of: extent, tokenId } = allowance;
  const facts = table[toAddress(token)];
  const endless = isUnlimited(allowance, table);
  const collection = getCollectionName(token, table);
  const amounts: Record<StoredAllowance['of'], Label> = {
    amount: endless
      ? say('review.unlimited', { symbol: tokenName(token, table, 'review.tokens') })
      : createAmountText(allowance, table),
    piece: say('home.allowedPiece', { collection, id: tokenId ?? '' }),
    all: say('home.allowedAll', { collection }),
  };
  return {
    key: keyOf(allowance),
    what: amounts[extent],
    isUnlimited: extent === 'all' || (extent === 'amount' && endless),
    spender: names(spender),
    spenderAddress: spender,
    unlisted: facts?.verified ? undefined : token,
    canLower: extent === 'amount' && facts?.decimals !== null && facts?.decimals !== undefined,
  };
}

/** The site that asked for it last, and when it was given. */
function originOf(
  { token, spender, time }: StoredAllowance,
  requested: readonly RequestedAllowance[],
): Pick<AllowanceLine, 'site' | 'since'> {
  const request = requested.find(
    (one) => sameFelt(one.token, token) && sameFelt(one.spender, spender),
  );
  const seconds = request?.time ?? time;
  return { site: request?.site, since: seconds === undefined ? undefined : seconds * 1_000 };
}

/** Lowers one to what was typed, by the request that a site would make. */
async function lower(page: OpenPage, key: string, value: unknown): Promise<unknown> {
  const { module, view } = page;
  const typed = readText(value, 'amount');
  const [allowance] = await storedAllowances(page, [key]);
  if (!allowance || typed === undefined) return;
  const table = await tokensOf(module, view.chainId, [allowance]);
  const { amount: maximum, token } = allowance;
  const facts = {
    call: 0,
    unit: tokenName(token, table),
    decimals: table[token]?.decimals ?? 0,
    most: maximum,
    asked: createAmountText(allowance, table),
  };
  const read = parseAllowance(facts, typed, await module.dialogs.saying());
  if ('say' in read) return refuse(page, read);
  const amount = read.name === 'allowance' ? BigInt(read.amount) : 0n;
  await setAllowances(page, [key], amount);
}

const refuse = ({ conclude }: OpenPage, text: Label): Promise<unknown> =>
  conclude({}, { fetched: { state: 'known' }, notice: notTaken(text) });

async function storedAllowances(
  { module, view }: OpenPage,
  keys: readonly string[],
): Promise<readonly StoredAllowance[]> {
  const account = await createAccountFacts(module, view.chainId, view.about);
  const read = account && (await module.allowances.of(view.chainId, account.address));
  return (read?.allowances ?? []).filter((one) => keys.includes(keyOf(one)));
}

/** Leaves this much of each, nothing by default, in one transaction. */
async function setAllowances(
  page: OpenPage,
  keys: readonly string[],
  amount?: bigint,
): Promise<void> {
  const { module, view } = page;
  const facts = await createAccountFacts(module, view.chainId, view.about);
  const allowances = await storedAllowances(page, keys);
  if (!facts || allowances.length === 0) return;
  const account = await module.accounts.get(view.chainId, facts.address);
  const calls = allowanceCalls(allowances, amount);
  const action = { method: 'xnet_executeTxn', title: 'home.allowances' } as const;
  await request(
    page,
    action,
    (context, onPage) => sendTransaction(onPage, { context, account, calls, details: {} }),
    async (hashes) => {
      const record = await sentRecord(page, hashes);
      return record && { ...record, page: 'allowances', about: facts.address };
    },
  );
}
