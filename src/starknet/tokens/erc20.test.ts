import { describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { mainnet } from '../../networks/mainnet';
import { networkDefinitions, networkIds } from '../../networks/networks';
import { chainIds } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { knownToken, knownTokens, listTokens, parseUint256 } from './erc20';

const token = knownTokens.STRK.address;
const recipient = toAddress('0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691');
const limb = toHex(2n ** 128n);

describe('transferCall', () => {
  it('puts the low limb first', () => {
    const { calldata } = transferCall(token, recipient, 2n ** 128n * 5n + 7n);
    expect(calldata).toEqual([toHex(BigInt(recipient)), '0x7', '0x5']);
  });
});

describe('parseUint256', () => {
  it('joins two limbs', () => {
    expect(parseUint256(['0x1', '0x2'])).toBe(2n ** 129n + 1n);
  });

  it.each([
    [[]],
    [['0x1']],
    [['0x1', '0x0', '0x0']],
    [[limb, '0x0']],
    [['0x0', limb]],
    [['', '0x0']],
  ])('returns undefined for %p', (felts) => {
    expect(parseUint256(felts)).toBeUndefined();
  });
});

describe('knownToken', () => {
  it('finds a token by any spelling of its address', () => {
    for (const chainId of Object.values(chainIds)) {
      expect(knownToken(token, chainId)?.symbol).toBe('STRK');
      expect(knownToken(toHex(BigInt(token)), chainId)).toBe(knownTokens.STRK);
      expect(knownToken('0x1', chainId)).toBeUndefined();
    }
  });

  it('holds addresses in 64 digits', () => {
    for (const chainId of Object.values(chainIds))
      for (const { address } of listTokens(chainId)) expect(toAddress(address)).toBe(address);
  });

  it('distinguishes Circle’s USDC, with another address on each network, from the bridged one', () => {
    const found = networkIds.map((chainId) => {
      const listed = listTokens(chainId).filter(({ symbol }) => symbol === 'USDC');
      expect(listed).toHaveLength(1);
      for (const usdc of listed) expect(knownToken(usdc.address, chainId)).toEqual(usdc);
      return listed[0]?.address;
    });
    expect(new Set(found).size).toBe(networkIds.length);
    expect(knownToken(mainnet.tokens.USDCe.address, mainnet.id)?.symbol).toBe('USDC.e');
  });

  // @promise P10.2
  it('finds nothing on one network of what only others list', () => {
    for (const here of networkIds) {
      const own = Object.values(networkDefinitions[here].tokens);
      expect(own.length).toBeGreaterThan(0);
      const others = networkIds.filter((there) => there !== here);
      for (const { address } of own)
        for (const there of others) expect(knownToken(address, there)).toBeUndefined();
    }
  });
});
