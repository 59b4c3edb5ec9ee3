import { describe, expect, it } from '@jest/globals';
import { approve, approveAll, change, party, previewOf, tells } from '../../../test/review/subject';
import { approvalAll } from './approvalAll';

const { punks, stranger, router } = party;

describe('approvalAll', () => {
  it('tells of access to a whole collection, quieter for a listed contract', () => {
    expect(tells(approvalAll, { calls: [approveAll(punks, stranger)] })).toEqual([
      'high: Access to a whole collection',
    ]);
    expect(tells(approvalAll, { calls: [approveAll(punks, router)] })).toEqual([
      'caution: Access to a whole collection',
    ]);
  });

  it('tells of one that only the simulation shows', () => {
    const preview = previewOf(change('allow', punks, '1', stranger, { standard: 'erc1155' }));
    expect(tells(approvalAll, { preview })).toEqual(['high: Access to a whole collection']);
  });

  it('is silent about its end, single pieces, amounts and own accounts', () => {
    const calls = [
      approveAll(punks, stranger, false),
      approveAll(punks, party.savings),
      approve(punks, stranger, '1', { standard: 'erc721', tokenId: '7' }),
      approve(party.usdc, stranger, '1'),
    ];
    const piece = change('allow', punks, '1', stranger, { standard: 'erc721', tokenId: '7' });
    expect(tells(approvalAll, { calls, preview: previewOf(piece) })).toEqual([]);
  });
});
