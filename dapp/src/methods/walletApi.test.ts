import { describe, expect, it } from '@jest/globals';
import { draw } from '../draw';
import { createSample, fillParams } from './form';
import { getNote } from './notes';
import { isWalletApiCall, walletApiCalls } from './walletApi';

const noteOf = (note: ReturnType<typeof getNote>) => note && draw(note);

describe('the calls of the wallet API', () => {
  it('lists the calls of the API but for private transactions, and none of module or wallet', () => {
    expect(walletApiCalls.map(({ name }) => name.replace('wallet_', '')).sort()).toEqual([
      'addDeclareTransaction',
      'addInvokeTransaction',
      'addStarknetChain',
      'deploymentData',
      'getPermissions',
      'requestAccounts',
      'requestChainId',
      'signTypedData',
      'supportedSpecs',
      'supportedWalletApi',
      'switchStarknetChain',
      'watchAsset',
    ]);
    expect(walletApiCalls.every(({ name }) => isWalletApiCall(name))).toBe(true);
    expect(['wallet_getModules', 'xnet_getState', 'toString'].some(isWalletApiCall)).toBe(false);
  });

  it.each(walletApiCalls.map((call) => [call.name, call] as const))(
    'offers for %s a sample that its form accepts, save for what only a person knows',
    (name, { params }) => {
      const sample = createSample(params, null);
      const filled = fillParams(params, sample);
      const faults = 'faults' in filled ? Object.keys(filled.faults) : [];
      expect(faults.filter((fault) => sample[fault] !== '')).toEqual([]);
      const facts = { hasLocalChain: true, isDeployed: true, hasSent: false };
      if (faults.length > 0) expect(noteOf(getNote(name, facts))).toMatch(/fill in/iu);
    },
  );
});
