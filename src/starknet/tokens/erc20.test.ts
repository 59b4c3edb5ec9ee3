import { describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { chainIds } from '../../schema/primitives';
import { toAddress, toHex } from '../felt';
import { knownToken, knownTokens, listTokens, mainnetTokens, parseUint256 } from './erc20';

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
    const [mainnet, sepolia] = [chainIds.mainnet, chainIds.sepolia].map((chainId) =>
      listTokens(chainId).filter(({ symbol }) => symbol === 'USDC'),
    );
    expect([mainnet?.length, sepolia?.length]).toEqual([1, 1]);
    for (const usdc of mainnet ?? [])
      expect(knownToken(usdc.address, chainIds.mainnet)).toEqual(usdc);
    expect(mainnet).not.toEqual(sepolia);
    expect(knownToken(mainnetTokens.USDCe.address, chainIds.mainnet)?.symbol).toBe('USDC.e');
  });

  // @promise P10.2
  it('finds nothing on one network of what is listed on the other', () => {
    for (const [here, there] of [
      [chainIds.mainnet, chainIds.sepolia],
      [chainIds.sepolia, chainIds.mainnet],
    ] as const) {
      const shared: string[] = Object.values(knownTokens).map(({ address }) => address);
      const own = listTokens(here).filter(({ address }) => !shared.includes(address));
      expect(own.length).toBeGreaterThan(0);
      for (const { address } of own) expect(knownToken(address, there)).toBeUndefined();
    }
  });
});
