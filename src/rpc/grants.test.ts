import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nodeMood, randomNetwork } from '../../test/random/node';
import { methodParams } from '../../test/random/params';
import { createClock } from '../../test/wallet/clock';
import { openModule } from '../../test/wallet/openModule';
import { storedRecord } from '../../test/wallet/records';
import { storedAccounts } from '../../test/wallet/storedAccounts';
import type { StoredAccount } from '../schema/account';
import { chainIds } from '../schema/primitives';
import { allMethods } from './allMethods';
import { toWireError } from './boundary';
import { ownName } from './names';

const SITE = 'https://site.example';
const HOST = 'node.example';
const RUNS = Number(process.env.XNET_GRANT_RUNS ?? 25);

/** A fee is estimated with a key that is drawn for it. */
const ANY_ADDRESS = /0x[0-9a-f]{64}/u;

const chainId = chainIds.sepolia;
const accounts = storedAccounts(chainId, 3);
const [granted, own] = accounts as [StoredAccount, StoredAccount];
const sent = storedRecord(1, { senderAddress: own.address });

/** What a request can name, as it is where it is the user's own, and where it is nobody's. */
type Names = { address: string; addressIndex: number; hash: string; chainId?: string };
const unseen: Names = { address: own.address, addressIndex: own.addressIndex, hash: sent.txnHash };
const unknown: Names = {
  address: `0x0${'4d'.repeat(31)}3`,
  addressIndex: 9,
  hash: `0x${'5b'.repeat(31)}`,
};

/** The same params about another account, at every depth. */
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

/** A text with the names taken out: what is left must not depend on them. */
const without = (text: string, names: Names): string =>
  [names.address, names.hash]
    .flatMap((felt) => [felt, felt.replace(/^0x0+/u, '0x'), BigInt(felt).toString()])
    .reduce((left, name) => left.split(name).join('<named>'), text);

type Asked = { name: string; params: unknown; moods: Parameters<typeof randomNetwork>[0] };

/** The key of a call for state; the places of hashes are many, and none is dearer than another. */
const keyIn = (detail: unknown): string =>
  ((detail as { key?: string } | undefined)?.key ?? '').replace(/^(places\.\w+)\.\w+$/u, '$1');

/** What a site that was granted the first account alone sees of a request, and what it costs. */
async function observe(
  { name, params, moods }: Asked,
  names: Names,
  grants = accounts.slice(0, 1),
) {
  const clock = createClock();
  const http: string[][] = [];
  const wallet: string[] = [];
  const network = randomNetwork(moods);
  const opened = openModule({
    stored: await storedWith(grants),
    user: () => false,
    choose: () => [],
    now: clock.now,
    setTimer: clock.setTimer,
    sepoliaUrl: `https://${HOST}/sepolia`,
    mainnetUrl: `https://${HOST}/mainnet`,
    fetch: (url, init) => {
      http.push([...String(init?.body).matchAll(/"method":"(\w+)"/gu)].map(([, one]) => `${one}`));
      return network(url, init);
    },
    border: ({ method, detail }, cross) => {
      wallet.push(`${method} ${keyIn(detail)}`);
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
    answer: without(text, names),
    http,
    dialogs: opened.dialogs.length,
    // A dialog takes as long as the user takes: what is done for it, nobody can measure.
    wallet:
      opened.dialogs.length === 0
        ? wallet.map((one) => without(one, names).replace(ANY_ADDRESS, '<drawn>'))
        : [],
  };
}

/** Three accounts, a transaction of the second, and a token that the user added. */
async function storedWith(grants: readonly { address: string }[]) {
  const { module, state } = openModule({
    stored: {
      plain: {
        accounts: { [chainId]: accounts },
        grants: { [SITE]: grants.map(({ address }) => ({ chainId, address })) },
      },
    },
  });
  await module.transactions.add(sent);
  await module.tokens.save(chainId, {
    ...{ address: '0x7e57', name: 'Test token', symbol: 'TEST', decimals: 2 },
  });
  return structuredClone(state);
}

const moods = fc.array(
  nodeMood.filter(({ kind }) => kind !== 'silent'),
  { minLength: 1, maxLength: 6 },
);

const namesAddress = (name: string) => 'address' in (allMethods[ownName(name)]?.account ?? {});

describe('a site that was granted one account', () => {
  it.each(methodParams)(
    'cannot tell by $name an account of the user from one of nobody',
    async ({ name, params }) => {
      await fc.assert(
        fc.asyncProperty(params, moods, async (drawn, drawnMoods) => {
          const asked = { name, params: drawn, moods: drawnMoods };
          const [ofUser, ofNobody] = [await observe(asked, unseen), await observe(asked, unknown)];
          const { text: _text, ...seen } = ofUser;
          const { text: _other, ...other } = ofNobody;
          expect(seen).toEqual(other);
          expect(ofUser.text).not.toContain(HOST);
        }),
        { numRuns: RUNS, seed: 7 },
      );
    },
    60_000,
  );

  it.each(['ACCEPTED_ON_L2', 'REJECTED', 'RECEIVED'] as const)(
    'cannot tell by how much is read that a transaction of another account is %s, or nobody’s',
    async (status) => {
      const wallet: string[] = [];
      const network = randomNetwork([{ kind: 'fine' }]);
      const opened = openModule({
        stored: await storedWith([granted]),
        fetch: network,
        border({ method, detail }, cross) {
          wallet.push(`${method} ${keyIn(detail)}`);
          return cross();
        },
      });
      // The process has just had it in its hands.
      await opened.module.transactions.change(chainId, sent.txnHash, (one) => ({ ...one, status }));
      const cost = async (transactionHash: string) => {
        wallet.length = 0;
        await opened
          .invoke('xnet_getTransactionStatus', { transactionHash }, SITE)
          .catch(() => undefined);
        return wallet.filter((one) => !one.includes('activity'));
      };
      await cost(unknown.hash);
      const ofNobody = await cost(`0x${'5c'.repeat(31)}`);
      expect(await cost(sent.txnHash)).toEqual(ofNobody);
      expect(ofNobody).toContain(`snap_getState places.${chainId}`);
    },
  );

  it.each(methodParams.filter(({ name }) => namesAddress(name)))(
    'is served by $name with its own',
    async ({ name, params }) => {
      const names = { ...unseen, address: granted.address, chainId };
      await fc.assert(
        fc.asyncProperty(params, async (drawn) => {
          const { text } = await observe({ name, params: drawn, moods: [] }, names);
          expect(text).not.toContain('"unknownAccount"');
        }),
        { numRuns: RUNS, seed: 7 },
      );
    },
    60_000,
  );
});
