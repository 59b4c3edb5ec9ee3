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
});
