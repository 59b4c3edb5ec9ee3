import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { createTestWallet } from '../testing/testWallet';
import { createShapes } from './install';

describe('the wallet API', () => {
  it('asks nobody and calls nothing, if it must be silent, on a page that is not connected', async () => {
    const wallet = createTestWallet();
    const { request } = createShapes(wallet.providerFor('https://dapp.example')).windowObject;
    const codeOf = (type: string, params?: object) =>
      request({ type, params }).then(
        () => undefined,
        ({ code }) => code,
      );
    const to = { chainId: chainIds.mainnet, silent_mode: true };
    expect(await codeOf('wallet_requestChainId')).toBe(163);
    expect(await codeOf('wallet_deploymentData')).toBe(116);
    expect(await codeOf('wallet_switchStarknetChain', to)).toBe(117);
    expect(
      await codeOf('wallet_addStarknetChain', { chain_id: 'starknet:SN_MAIN' }),
    ).toBeUndefined();
    expect(await codeOf('wallet_addStarknetChain', { chain_id: '0x1' })).toBe(163);
    for (const method of ['InvokeTransaction', 'PrepareInvoke', 'ShadowAccountCommitment'])
      expect(await codeOf(`wallet_strk20${method}`, {})).toBe(118);
    expect(wallet.dialogs).toEqual([]);
    expect(wallet.calls).toEqual([]);
  });
});
