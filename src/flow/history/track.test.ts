import { describe, expect, it } from '@jest/globals';
import { type RpcAnswer, startFaultServer } from '../../../test/chain/faultServer';
import { HTTP, openModule } from '../../../test/wallet/openModule';
import { storedRecord } from '../../../test/wallet/records';
import { chainIds } from '../../schema/primitives';
import { trackTransactions } from './track';

/** How often the wallet was asked for a secret, and a node for anything, by a tracker that looks. */
async function look({ locked, isOwn }: { locked: boolean; isOwn: boolean }) {
  const asked = { secrets: 0, nodes: 0 };
  const { module } = openModule({
    stored: {
      plain: {
        version: 3,
        live: [storedRecord(1, { status: 'RECEIVED', finalityStatus: null })],
        ...(isOwn && { endpointHosts: { [chainIds.sepolia]: ['node.example'] } }),
      },
      secret: { endpoints: { [chainIds.sepolia]: [{ url: 'http://127.0.0.1:9/own' }] } },
    },
    async border({ method, detail }, cross) {
      if (method === 'snap_getClientStatus') return { locked } as Awaited<ReturnType<typeof cross>>;
      if ((detail as { encrypted?: boolean } | undefined)?.encrypted) asked.secrets += 1;
      if (method === HTTP) asked.nodes += 1;
      return cross();
    },
  });
  await trackTransactions(module);
  return { isSecretAsked: asked.secrets > 0, isNodeAsked: asked.nodes > 0 };
}

describe('the tracker', () => {
  // @promise T31.6
  it('asks a locked wallet for no secret, which would open its window each minute', async () => {
    expect(await look({ locked: true, isOwn: true })).toEqual({
      isSecretAsked: false,
      isNodeAsked: false,
    });
    expect(await look({ locked: false, isOwn: true })).toEqual({
      isSecretAsked: true,
      isNodeAsked: true,
    });
  });

  it('polls while the wallet is locked if the node is no secret', async () => {
    expect(await look({ locked: true, isOwn: false })).toEqual({
      isSecretAsked: false,
      isNodeAsked: true,
    });
  });

  it('looks at a network again in time, though the node of another one hangs', async () => {
    const moving = { status: 'RECEIVED', finalityStatus: null } as const;
    const near = storedRecord(1, moving);
    const far = storedRecord(2, { ...moving, chainId: chainIds.mainnet });
    let release = () => {};
    const hangs = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waits: string[] = [];
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const { module } = openModule({
      stored: {
        plain: {
          version: 3,
          live: [near, far],
        },
      },
      async border({ method, detail }, cross) {
        if (method === HTTP && String(detail).includes(far.txnHash)) await hangs;
        if (method === 'snap_scheduleBackgroundEvent') {
          waits.push(JSON.stringify(detail));
          wake();
        }
        return cross();
      },
    });
    const looking = trackTransactions(module);
    const first = await Promise.race([woken.then(() => 'woken'), looking.then(() => 'over')]);
    expect(first).toBe('woken');
    expect(waits).toEqual([expect.stringContaining('trackTransactions')]);
    release();
    await looking;
  });
});

const unknownHash: RpcAnswer = { error: { code: 29, message: 'Transaction hash not found' } };
const noContract: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };
const broken: RpcAnswer = { error: { code: -32603, message: 'Internal error' } };
const received: RpcAnswer = { result: { finality_status: 'RECEIVED' } };
const dropped = 'Dropped, or replaced by another transaction of the same nonce.';

describe('a record that a node does not know', () => {
  // @promise T8.2
  it.each<[string, RpcAnswer, RpcAnswer, { ago: number; reason: string | null }]>([
    [
      'whose nonce is used is given up',
      unknownHash,
      { result: '0x2' },
      { ago: 0, reason: dropped },
    ],
    ['whose nonce is free stays open', unknownHash, { result: '0x1' }, { ago: 0, reason: null }],
    ['that has come meanwhile stays open', received, { result: '0x2' }, { ago: 0, reason: null }],
    ['stays open while its status fails', broken, { result: '0x2' }, { ago: 601, reason: null }],
    ['stays open while the nonce fails', unknownHash, broken, { ago: 601, reason: null }],
    [
      'of an account that is not there stays open, for its signature lives',
      ...([unknownHash, noContract, { ago: 86_400, reason: null }] as const),
    ],
  ])(
    'gives a record up only on what a node can tell: one %s',
    async (_, again, nonce, { ago, reason }) => {
      let looks = 0;
      const server = await startFaultServer((method) => {
        if (method === 'starknet_chainId') return { result: chainIds.sepolia };
        if (method === 'starknet_specVersion') return { result: '0.10.2' };
        if (method === 'starknet_getNonce') return nonce;
        looks += 1;
        return looks === 1 ? unknownHash : again;
      });
      const record = storedRecord(1);
      const { module } = openModule({
        sepoliaUrl: server.url,
        now: () => (record.timestamp + ago) * 1_000,
        stored: { plain: { version: 3, live: [record] } },
      });
      await trackTransactions(module);
      await server.stop();
      expect(looks).toBe(2);
      expect(await module.transactions.find(chainIds.sepolia, record.txnHash)).toMatchObject({
        status: reason === null ? 'RECEIVED' : 'REJECTED',
        failureReason: reason,
      });
    },
  );
});
