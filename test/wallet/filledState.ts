import { createStoredAccount } from '../../src/flow/accounts/account';
import { MOST_ASKED } from '../../src/flow/tokens/tokens';
import type { StoredAccount } from '../../src/schema/account';
import { chainIds } from '../../src/schema/primitives';
import { toAddress } from '../../src/starknet/felt';
import { knownTokens, listTokens } from '../../src/starknet/tokens/erc20';
import { migrations } from '../../src/state/migrations';
import { withHistory } from './history';
import { openModule } from './openModule';

const chainId = chainIds.sepolia;

/** The current account, and those beside it on the page. */
const IN_SIGHT = 6;

export type Filled = { accounts: number; records: number };

/** More that a long use leaves in a state. */
type Grown = {
  /** Tokens on the watch list. */
  tokens?: number;
  /** Sites that see the first two accounts. */
  sites?: number;
  /** Saved recipients, all of them paid. */
  contacts?: number;
  /** True if the first account has half of the records, and all are minutes apart. */
  isUneven?: boolean;
};

const listOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Addresses that nothing is at; each kind has its own range. */
const addressAt = (kind: bigint, index: number): string => toAddress((kind << 40n) + BigInt(index));
const TOKENS = 0x70ce17n;
/** Whether an address is that of a token of these states. */
export const isMadeUpToken = (address: string): boolean => BigInt(address) >> 40n === TOKENS;
export const getSite = (index: number): string => `https://site${index}.example`;

const created: StoredAccount[] = [];

/** The phrase's first accounts: a key takes as long to derive as a request to serve. */
async function createAccounts(count: number): Promise<StoredAccount[]> {
  const { module } = openModule();
  const indices = listOf(count, (index) => index).slice(created.length);
  const keys = await module.keys.publicKeys(indices, async () => undefined, 'key');
  for (const publicKey of keys) {
    const account = { chainId, addressIndex: created.length, publicKey } as const;
    created.push(createStoredAccount({ ...account, addressClass: 'argent040' }));
  }
  return structuredClone(created.slice(0, count));
}

/** A wallet's state with this many accounts that hold STRK and ETH, and records of all of them. */
export async function filledState({
  accounts,
  records,
  tokens = 0,
  sites = 0,
  contacts = 0,
  isUneven = false,
}: Filled & Grown) {
  const { state } = openModule();
  const stored = await createAccounts(accounts);
  const held: string[] = [knownTokens.STRK, knownTokens.ETH].map(({ address }) => address);
  const added = listOf(tokens, (index) => addressAt(TOKENS, index));
  const askedTokens = [...listTokens(chainId).map(({ address }) => address), ...added];
  const amounts = Object.fromEntries(
    askedTokens
      .slice(0, MOST_ASKED)
      .map((token) => [token, held.includes(token) ? '0xde0b6b3a7640000' : '0x0']),
  );
  const addresses = stored.map(({ address }) => address);
  // The page forgets the balances of accounts that are not in sight.
  const of = Object.fromEntries(addresses.slice(0, IN_SIGHT).map((address) => [address, amounts]));
  const [first = '', ...others] = addresses;
  const filled = withHistory(state, {
    chainId,
    addresses: isUneven ? others.flatMap((other) => [first, other]) : addresses,
    count: records,
    secondsApart: isUneven ? 60 : 0,
  });
  const paid = listOf(contacts, (index) => addressAt(0x9a1dn, index));
  const grants = addresses.slice(0, 2).map((address) => ({ chainId, address }));
  const more = {
    ...(tokens > 0 && {
      tokens: {
        [chainId]: added.map((address, index) => ({
          address,
          name: `Token ${index}`,
          symbol: `T${index}`,
          decimals: 18,
        })),
      },
    }),
    ...(sites > 0 && { grants: Object.fromEntries(listOf(sites, (at) => [getSite(at), grants])) }),
    ...(contacts > 0 && {
      recipients: {
        [chainId]: paid.map((address, index) => ({ address, name: `Friend ${index}` })),
      },
      usedAddresses: { [chainId]: { recipients: paid, contracts: held } },
    }),
  };
  return {
    ...filled,
    plain: {
      ...filled.plain,
      ...more,
      version: migrations.length + 1,
      accounts: { [chainId]: stored },
      balances: { [chainId]: { readAt: Date.now(), of } },
    },
  };
}
