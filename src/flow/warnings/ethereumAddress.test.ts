import { describe, expect, it } from '@jest/globals';
import {
  approve,
  change,
  createCall,
  createPreview,
  party,
  tells,
  transfer,
} from '../../../test/review/subject';
import { toAddress } from '../../starknet/felt';
import { ethereumAddress } from './recipient';

describe('ethereumAddress', () => {
  const WARNING = 'high: Address of another network';
  const deposit = toAddress('0x00000000219ab540356cbb839cbe05303d7705fa');
  const vitalik = toAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045');

  it('warns of a contract, a recipient and a spender that look like one', () => {
    for (const address of [deposit, vitalik])
      for (const call of [
        createCall(address, 'claim'),
        transfer(party.usdc, address, '1'),
        approve(party.usdc, address, '1'),
      ])
        expect(tells(ethereumAddress, { calls: [call] })).toEqual([WARNING]);
  });

  it('warns of an address once, in any spelling, and whatever names it', () => {
    const short = `0x${BigInt(vitalik).toString(16)}`;
    const calls = [transfer(party.usdc, short, '1')];
    const preview = createPreview(change('send', party.usdc, '1', vitalik));
    expect(tells(ethereumAddress, { calls, preview })).toEqual([WARNING]);
  });

  it('ignores addresses of Starknet, including those of the network itself', () => {
    const calls = [
      ...['0x0', '0x1', '0x2', '0xfff'].map((address) => createCall(toAddress(address), 'claim')),
      transfer(party.usdc, party.friend, '1'),
      createCall(toAddress(2n ** 160n), 'claim'),
    ];
    expect(tells(ethereumAddress, { calls })).toEqual([]);
  });
});
