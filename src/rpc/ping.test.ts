import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';

describe('ping', () => {
  it.each(['ping', 'xnet_ping', 'starkNet_ping'])('answers %s with pong', async (name) => {
    const { invoke, dialogs, state } = openModule();
    expect(await invoke(name)).toBe('pong');
    expect(await invoke(name, {})).toBe('pong');
    expect(dialogs).toEqual([]);
    const { activity: _, version: __, ...plain } = state.plain;
    expect(plain).toEqual({});
    expect(state.secret).toEqual({});
  });

  it('accepts no params', async () => {
    const { invoke } = openModule();
    for (const params of [{ payload: 1 }, ['pong'], 'pong', 7])
      await expect(invoke('ping', params)).rejects.toMatchObject({
        kind: expect.stringMatching(/^invalid(Params|Request)$/u),
      });
  });
});
