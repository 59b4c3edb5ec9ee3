import { describe, expect, it } from '@jest/globals';
import committed from '../../openrpc.json';
import { openModule } from '../../test/wallet/openModule';

describe('rpc.discover', () => {
  it('returns the document that is published with the module', async () => {
    const { invoke, dialogs } = openModule();
    const told = await invoke('rpc.discover');
    expect(told).toEqual(committed);
    expect(dialogs).toEqual([]);
  });

  it('accepts no params', async () => {
    const { invoke } = openModule();
    await expect(invoke('rpc.discover', { method: 'ping' })).rejects.toMatchObject({
      kind: 'invalidParams',
    });
  });
});
