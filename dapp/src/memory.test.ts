import { describe, expect, it } from '@jest/globals';
import { createMemory } from './memory';

const account = { address: '0x1', addressIndex: 0, deployHash: null, sentHash: null };

function storageWith(kept: string | null = null) {
  let text = kept;
  return {
    getItem: () => text,
    setItem: (_key: string, value: string) => {
      text = value;
    },
  };
}

describe('createMemory', () => {
  it('keeps the wallet and an account for each network', () => {
    const memory = createMemory(storageWith());
    memory.remember({ rdns: 'org.example.wallet' });
    memory.rememberAccount('0xa', account);
    memory.rememberAccount('0xb', { ...account, address: '0x2' });
    memory.rememberAccount('0xa', null);
    expect(memory.recall()).toEqual({
      rdns: 'org.example.wallet',
      accounts: { '0xb': { ...account, address: '0x2' } },
    });
  });

  it.each(['not JSON', '7', '{}'])('starts afresh from %p', (kept) => {
    expect(createMemory(storageWith(kept)).recall()).toEqual({ rdns: null, accounts: {} });
  });

  it('does without a storage that is refused', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    const memory = createMemory({ getItem: refuse, setItem: refuse });
    memory.remember({ rdns: 'org.example.wallet' });
    expect(memory.recall().rdns).toBeNull();
  });
});
