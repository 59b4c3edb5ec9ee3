import { describe, expect, it } from '@jest/globals';
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

  it('goes on behind the lock where the node is no secret', async () => {
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
