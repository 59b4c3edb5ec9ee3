import { describe, expect, it } from '@jest/globals';
import { chainIds } from '../../schema/primitives';
import { knownContract } from './knownContracts';

const { mainnet, sepolia } = chainIds;
const avnu = '0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f';
const ekuboCore = '0x00000005dd3d2f4429af886cd1a3b08289dbcea99a294197e9eb43b0e0325b4b';

describe('knownContract', () => {
  it('finds a contract by its address in any spelling', () => {
    expect(knownContract(avnu, mainnet)).toEqual({ name: 'AVNU', kind: 'avnu' });
    expect(knownContract(BigInt(ekuboCore).toString(), mainnet)?.name).toBe('Ekubo');
    expect(
      knownContract('0x5dd3d2f4429af886cd1a3b08289dbcea99a294197e9eb43b0e0325b4b', mainnet),
    ).toBe(knownContract(ekuboCore, mainnet));
  });

  it('keeps the networks apart', () => {
    expect(knownContract(avnu, sepolia)).toBeUndefined();
    expect(knownContract(ekuboCore, sepolia)).toBeUndefined();
  });

  it('finds the universal deployers and the bridge of STRK on both networks', () => {
    for (const address of [
      '0x041a78e741e5af2fec34b695679bc6891742439f7afb8484ecd7766661ad02bf',
      '0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125',
      '0x0594c1582459ea03f77deaf9eb7e3917d6994a03c13405ba42867f83d85f085d',
    ])
      expect(knownContract(address, sepolia)).toEqual(knownContract(address, mainnet));
  });

  it('returns undefined for another contract', () => {
    expect(knownContract('0x0', mainnet)).toBeUndefined();
    expect(knownContract(`${avnu.slice(0, -1)}e`, mainnet)).toBeUndefined();
  });
});
