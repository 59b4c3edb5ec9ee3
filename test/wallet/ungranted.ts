import { allMethods } from '../../src/rpc/allMethods';
import { toWireError } from '../../src/rpc/boundary';
import { ownName } from '../../src/rpc/names';
import type { StoredAccount } from '../../src/schema/account';
import { chainIds } from '../../src/schema/primitives';
import { randomNetwork } from '../random/node';
import { createClock } from './clock';
import { openModule } from './openModule';
import { storedRecord } from './records';
import { storedAccounts } from './storedAccounts';

export const SITE = 'https://site.example';
export const HOST = 'node.example';

/** A fee estimate uses a random key. */
const ANY_ADDRESS = /0x[0-9a-f]{64}/u;

export const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 3);
const [first, own] = accounts as [StoredAccount, StoredAccount]; // three were asked for
/** The account that the site was granted. */
export const granted = first;
export const sent = storedRecord(1, { senderAddress: own.address });
/** An address that the user only looks at. */
const watchedAddress = `0x0${'3a'.repeat(31)}7`;
/** Fragments that identify the site, the user's other accounts and their transactions. */
export const secretNames = [
  'site.example',
  ...[
    sent.txnHash,
    watchedAddress,
    ...accounts.slice(1).flatMap(({ address, publicKey }) => [address, publicKey]),
  ].map((felt) => BigInt(felt).toString(16)),
];

/** The names in a request: those of the user's own objects, or of nobody's. */
type Names = { address: string; addressIndex: number; hash: string; chainId?: string };
export const unseen: Names = {
  address: own.address,
  addressIndex: own.addressIndex,
  hash: sent.txnHash,
};
export const unknown: Names = {
  address: `0x0${'4d'.repeat(31)}3`,
  addressIndex: 9,
  hash: `0x${'5b'.repeat(31)}`,
};

export const watched: Names = { ...unknown, address: watchedAddress };

/** The same params for another account, at every depth. */
function naming(params: unknown, names: Names, key = ''): unknown {
  if (Array.isArray(params)) return params.map((part) => naming(part, names, key));
  if (typeof params === 'object' && params !== null)
    return Object.fromEntries(
      Object.entries(params).map(([name, part]) => [name, naming(part, names, name)]),
    );
  if (/address$/iu.test(key) && typeof params === 'string') return names.address;
  if (/index$/iu.test(key) && typeof params === 'number') return names.addressIndex;
  if (/txn?hash$|transaction_?hash$/iu.test(key) && typeof params === 'string') return names.hash;
  return key === 'chainId' && names.chainId !== undefined ? names.chainId : params;
}

/** Removes the names from a text: the rest must not depend on them. */
const without = (text: string, names: Names): string =>
  [names.address, names.hash]
    .flatMap((felt) => [felt, felt.replace(/^0x0+/u, '0x'), BigInt(felt).toString()])
    .reduce((left, name) => left.split(name).join('<named>'), text);

type Asked = { name: string; params: unknown; moods: Parameters<typeof randomNetwork>[0] };

/** The key of a state call; the many keys of hashes are merged, as they all cost the same. */
export const findKey = (detail: unknown): string =>
  ((detail as { key?: string } | undefined)?.key ?? '').replace(/^(places\.\w+)\.\w+$/u, '$1');

/** What a site with access to only the first account sees of a request, and its cost. */
export async function observe(
  { name, params, moods }: Asked,
  names: Names,
  grants = accounts.slice(0, 1),
) {
  const clock = createClock();
  const http: string[][] = [];
  let told = '';
  const wallet: string[] = [];
  const network = randomNetwork(moods);
  const opened = openModule({
    stored: await createStored(grants),
    user: () => false,
    choose: () => [],
    now: clock.now,
    setTimer: clock.setTimer,
    sepoliaUrl: `https://${HOST}/sepolia`,
    mainnetUrl: `https://${HOST}/mainnet`,
    fetch: (url, init) => {
      told += JSON.stringify([url, init]).toLowerCase();
      http.push([...String(init?.body).matchAll(/"method":"(\w+)"/gu)].map(([, one]) => `${one}`));
      return network(url, init);
    },
    border: ({ method, detail }, cross) => {
      wallet.push(`${method} ${findKey(detail)}`);
      return cross();
    },
  });
  const answer = await opened.invoke(name, naming(params, names), SITE).then(
    (result) => ({ result }),
    (error) => {
      const { code, message, data } = toWireError(error, {});
      return { code, message, data };
    },
  );
  const text = JSON.stringify(answer);
  return {
    text,
    /** Everything sent to the node. */
    told,
    // The published document depends on no name, and has examples with the phrase of this test.
    answer: name === 'rpc.discover' ? text : without(text, names),
    http,
    dialogs: opened.dialogs.length,
    // A dialog takes as long as its user: a site cannot measure the work done for it.
    wallet:
      opened.dialogs.length === 0
        ? wallet.map((one) => without(one, names).replace(ANY_ADDRESS, '<drawn>'))
        : [],
  };
}

/** Three accounts, a transaction of the second, a watched address, and a token that the user added. */
export async function createStored(grants: readonly { address: string }[]) {
  const { module, state } = openModule({
    stored: {
      plain: {
        accounts: { [chainId]: accounts },
        grants: { [SITE]: grants.map(({ address }) => ({ chainId, address })) },
      },
    },
  });
  await module.transactions.add(sent);
  await module.watchedAddresses.save(chainId, { address: watchedAddress, name: 'Cold' });
  await module.tokens.save(chainId, {
    address: '0x7e57',
    name: 'Test token',
    symbol: 'TEST',
    decimals: 2,
  });
  return structuredClone(state);
}

export const namesAddress = (name: string) =>
  'address' in (allMethods[ownName(name)]?.account ?? {});
