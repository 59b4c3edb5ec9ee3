import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTrialNode } from '../../test/chain/trialNode';
import { randomNetwork } from '../../test/random/node';
import { methodParams } from '../../test/random/params';
import { openModule } from '../../test/wallet/openModule';
import {
  chainId,
  createStored,
  findKey,
  granted,
  HOST,
  namesAddress,
  observe,
  SITE,
  secretNames,
  sent,
  unknown,
  unseen,
  watched,
} from '../../test/wallet/ungranted';

/** Methods that tell a site of accounts; the first one connects it. */
const lists = [
  'xnet_listAccounts',
  'xnet_getState',
  'xnet_getCurrentAccount',
  'xnet_recoverAccounts',
];

/** One request of each method, always the same. */
const requests = methodParams.map(({ name, params }) => {
  const [drawn] = fc.sample(params, { numRuns: 1, seed: 7 });
  return { name, params: drawn, moods: [{ kind: 'fine' as const }] };
});

describe('a site that was granted one account', () => {
  // @promise T17.1 P2.1
  it.each(requests)(
    'learns nothing from a request of $name about other accounts of the user',
    async (asked) => {
      const [ofUser, ofNobody] = [await observe(asked, unseen), await observe(asked, unknown)];
      expect({ ...ofUser, text: '', told: '' }).toEqual({ ...ofNobody, text: '', told: '' });
      expect(ofUser.text).not.toContain(HOST);
    },
  );

  // @promise T17.3
  it.each(requests)(
    'learns no more from a request of $name about a watched address than about anybody’s',
    async (asked) => {
      const [ofWatched, ofNobody] = [await observe(asked, watched), await observe(asked, unknown)];
      expect({ ...ofWatched, text: '', told: '' }).toEqual({ ...ofNobody, text: '', told: '' });
      expect(ofNobody.text).not.toContain(watched.address.slice(3));
    },
  );

  // @promise T17.3
  it('gets no watched address in a list, even of a user who agrees to all', async () => {
    const node = await startTrialNode();
    try {
      const stored = await createStored([]);
      const { invoke, dialogs, module } = openModule({ stored, sepoliaUrl: node.url });
      const answers: unknown[] = [];
      for (const method of lists) answers.push(await invoke(method, {}, SITE));
      for (const answer of answers) expect(JSON.stringify(answer)).toContain(granted.address);
      expect(JSON.stringify([answers, dialogs])).not.toContain(watched.address.slice(3));
      expect(await module.watchedAddresses.list(chainId)).toHaveLength(1);
    } finally {
      await node.stop();
    }
  });

  // @promise P2.2
  it.each(requests)(
    'tells no node about it, nor about accounts without a grant, by $name',
    async (asked) => {
      const { address, addressIndex } = granted;
      const { told } = await observe(asked, { ...unknown, address, addressIndex, chainId });
      expect(secretNames.filter((name) => told.includes(name))).toEqual([]);
    },
  );

  // @promise T31.7
  it.each(['ACCEPTED_ON_L2', 'REJECTED', 'RECEIVED'] as const)(
    'reads as much for another account’s transaction that is %s as for nobody’s',
    async (status) => {
      const wallet: string[] = [];
      const network = randomNetwork([{ kind: 'fine' }]);
      const opened = openModule({
        stored: await createStored([granted]),
        fetch: network,
        border({ method, detail }, cross) {
          wallet.push(`${method} ${findKey(detail)}`);
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

  // @promise T17.1
  it.each(requests.filter(({ name }) => namesAddress(name)))(
    'receives an answer to a request of $name for its own account',
    async (asked) => {
      const { text } = await observe(asked, { ...unseen, address: granted.address, chainId });
      expect(text).not.toContain('"unknownAccount"');
    },
  );
});
