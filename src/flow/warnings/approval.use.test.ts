import { expect, it } from '@jest/globals';
import {
  approve,
  change,
  createCall,
  createPreview,
  party,
  strk,
  swap,
  tells,
  usdc,
} from '../../../test/review/subject';
import type { ReadCall } from '../transactions/review';
import { approvalAmount, approvalSpender } from './approval';

const { usdc: token, router, stranger } = party;
const UNLIMITED = String(2n ** 256n - 1n);
const quantity = { token, amount: usdc(100) };

it.each<[string, (contract: string) => ReadCall]>([
  ['a swap', (at) => swap(at, quantity, { token: party.eth, amount: strk(0.03) })],
  [
    'a deposit',
    (contract) =>
      createCall(contract, 'deposit', {
        kind: 'act',
        contract,
        name: 'AVNU',
        act: 'deposit',
        quantities: [quantity],
      }),
  ],
  [
    'staking',
    (contract) =>
      createCall(contract, 'stake', { kind: 'stake', contract, change: 'enter', ...quantity }),
  ],
])('excuses an allowance by %s at the contract that has it, and at no other', (_, use) => {
  const told = (contract: string) =>
    tells(approvalAmount, { calls: [approve(token, router, UNLIMITED), use(contract)] });
  expect(told(router)).toEqual(['caution: Unlimited access to a token']);
  expect(told(stranger)).toEqual(['high: Unlimited access to a token']);
});

it('warns once of an allowance that only the simulation shows to be an amount', () => {
  const calls = [approve(token, stranger, '5', { unsure: true })];
  const preview = createPreview(change('allow', token, '5', stranger));
  expect(tells(approvalSpender, { calls, preview })).toEqual([
    'caution: Approval for an unknown contract',
  ]);
});
