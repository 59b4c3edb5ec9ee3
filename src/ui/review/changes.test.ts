import { describe, it } from '@jest/globals';
import { expectInOrder, read } from '../../../test/review/drawReview';
import { groupHex } from '../text/format';
import type { ChangeFact } from './facts';

const address = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const other = `0x${'7'.repeat(64)}`;
const change: ChangeFact = {
  kind: 'send',
  amount: '12.5',
  symbol: 'STRK',
  address,
  verified: true,
};

describe('what changes, in a review', () => {
  it('shows every change, with who may spend and what only a contract claims', () => {
    const text = read({
      preview: {
        state: 'known',
        source: 'node.example',
        changes: [
          { ...change, amount: '1234567.1234567' },
          { ...change, kind: 'receive', amount: '3', symbol: 'USDС', verified: false },
          { ...change, kind: 'allow', amount: null, symbol: 'USDC', spender: other },
          { ...change, kind: 'receive', amount: '1', symbol: 'DUCK', tokenId: '42' },
          { ...change, kind: 'send', amount: '7', symbol: 'GEM', tokenId: '8' },
        ],
      },
    });
    expectInOrder(text, [
      'You send − ≈ 1,234,567.12 STRK',
      'You receive + 3 USD\\u{421}',
      'Unverified token',
      groupHex(address),
      'You allow ⟲ unlimited USDC',
      'Can be spent by',
      groupHex(other),
      '+ DUCK number 42',
      '− 7 × GEM number 8',
    ]);
  });

  it('describes in words a token without a symbol or decimals', () => {
    const nameless = { ...change, symbol: null, verified: false };
    const text = read({
      preview: {
        state: 'known',
        source: 'node.example',
        changes: [
          { ...nameless, amount: '1.5' },
          { ...nameless, symbol: 'MANY', amount: '50000', isSmallest: true },
          { ...nameless, kind: 'allow', amount: null, spender: other, isSmallest: true },
          { ...nameless, kind: 'receive', amount: '1', tokenId: '42' },
          { ...nameless, amount: '7', tokenId: '8' },
        ],
      },
    });
    expectInOrder(text, [
      '− 1.5 of an unknown token',
      'Unverified token',
      groupHex(address),
      '− 50,000 smallest units of an unknown token',
      'Unverified token',
      groupHex(address),
      '⟲ unlimited tokens',
      '+ NFT number 42',
      '− 7 × NFT number 8',
      groupHex(address),
    ]);
  });
});
