import { describe, expect, it } from '@jest/globals';
import {
  approve,
  approveAll,
  change,
  contractOf,
  party,
  previewOf,
  tells,
} from '../../../test/review/subject';
import { accountClasses } from '../../starknet/accounts/classes';
import { approvalSpender } from './approvalSpender';

const { usdc, punks, stranger, router } = party;
const calls = [approve(usdc, stranger, '5')];
const ARGENT = accountClasses.argent040.classHash;

describe('approvalSpender', () => {
  it('tells of a contract that is on no list, for an amount, a piece or all', () => {
    const piece = approve(punks, stranger, '1', { standard: 'erc721', tokenId: '7' });
    for (const call of [...calls, piece, approveAll(punks, stranger)])
      expect(tells(approvalSpender, { calls: [call] })).toEqual([
        'caution: Approval to an unknown contract',
      ]);
    const preview = previewOf(change('allow', usdc, '5', stranger));
    expect(tells(approvalSpender, { preview })).toHaveLength(1);
  });

  it('is quieter where the account used the contract before', () => {
    const known = { recipients: [], contracts: [stranger] };
    expect(tells(approvalSpender, { calls, known })).toEqual([
      'info: Approval to an unknown contract',
    ]);
  });

  it.each([
    ['Approval to a brand-new contract', contractOf({ isNew: true })],
    ["Approval to a person's account", contractOf({ classHash: ARGENT, isNew: true })],
  ])('tells louder: %s', (title, facts) => {
    const known = { recipients: [], contracts: [stranger] };
    expect(tells(approvalSpender, { calls, known, contracts: { [stranger]: facts } })).toEqual([
      `high: ${title}`,
    ]);
  });

  it('is silent about listed contracts, own accounts and withdrawn allowances', () => {
    const silent = [
      approve(usdc, router, '5'),
      approve(usdc, party.savings, '5'),
      approve(usdc, stranger, '0'),
      approveAll(punks, stranger, false),
    ];
    expect(tells(approvalSpender, { calls: silent })).toEqual([]);
    // Not known is not new.
    const unread = contractOf({ classHash: null, isNew: null, isToken: null });
    expect(tells(approvalSpender, { calls, contracts: { [stranger]: unread } })).toEqual([
      'caution: Approval to an unknown contract',
    ]);
  });
});
