import { describe, expect, it } from '@jest/globals';
import type { DerivedClassName, OnChainClassName } from '../../schema/accountClass';
import { findObstacle } from './obstacle';

const publicKey = '0xabc';
type Case = readonly [
  what: string,
  addressClass: DerivedClassName,
  onChain: readonly [OnChainClassName, string?] | null,
  signers: readonly string[] | undefined,
  obstacle: string | undefined,
];

const cases: readonly Case[] = [
  ['an undeployed account', 'argent040', null, undefined, undefined],
  ['an undeployed Braavos account', 'braavos110', null, undefined, 'unopened'],
  ['an undeployed account of 2022', 'argent022', null, undefined, 'frozen'],
  ['an account of 2022', 'argent022', ['argent024', '0.2.2'], ['0x0'], 'frozen'],
  ['one of 2022 that tells no version', 'argent022', ['argent024'], ['0x0'], 'frozen'],
  ['one of 2023 that tells no version', 'argent024', ['argent024'], ['0x0'], undefined],
  ['one of 2022 that was upgraded', 'argent022', ['argent024', '0.2.3.1'], ['0x0'], undefined],
  ['Argent without a guardian', 'argent031', ['argent031', '0.3.1'], ['0x0'], undefined],
  ['Argent with a guardian', 'argent031', ['argent031', '0.3.1'], ['0x1'], 'guardian'],
  ['Argent whose second guardian is set', 'argent031', ['argent031'], ['0x0', '0x1'], 'guardian'],
  ['upgraded Argent with a guardian', 'argent024', ['other', '0.5.0'], ['0x5'], 'guardian'],
  ['Argent that has no such view', 'argent024', ['argent024', '0.2.3.1'], undefined, undefined],
  [
    'Braavos with this key alone',
    'braavos110',
    ['braavos', '1.2.0'],
    ['0x1', '0xABC', '0x0', '0x0'],
    undefined,
  ],
  [
    'Braavos with a device',
    'braavos110',
    ['braavos'],
    ['0x1', '0xabc', '0x1', '0x7', '0x0'],
    'device',
  ],
  [
    'Braavos with WebAuthn',
    'braavos100',
    ['braavos'],
    ['0x1', '0xabc', '0x0', '0x1', '0x7'],
    'device',
  ],
  ['Braavos with another key', 'braavos100', ['braavos'], ['0x1', '0xdef', '0x0', '0x0'], 'device'],
  [
    'Braavos with two keys',
    'braavos100',
    ['braavos'],
    ['0x2', '0xabc', '0xdef', '0x0', '0x0'],
    'device',
  ],
  ['Braavos with an empty answer', 'braavos100', ['braavos'], [], 'device'],
  ['Braavos with a count alone', 'braavos100', ['braavos'], ['0x1'], 'device'],
  ['Braavos with a list cut off', 'braavos100', ['braavos'], ['0x1', '0xabc', '0x0'], 'device'],
  [
    'Braavos with a list too many',
    'braavos100',
    ['braavos'],
    ['0x1', '0xabc', '0x0', '0x0', '0x0'],
    'device',
  ],
  [
    'Braavos with a false count',
    'braavos100',
    ['braavos'],
    ['0x2', '0xabc', '0x0', '0x0'],
    'device',
  ],
  [
    'Braavos with two device keys counted',
    'braavos100',
    ['braavos'],
    ['0x1', '0xabc', '0x2', '0x0'],
    'device',
  ],
  ['Braavos that tells no signer', 'braavos100', ['braavos'], undefined, 'device'],
  ['the old Braavos proxy', 'braavosCairo0', ['braavosCairo0'], undefined, 'unopened'],
  [
    'an upgraded Braavos proxy',
    'braavosCairo0',
    ['braavos'],
    ['0x1', '0xabc', '0x0', '0x0'],
    undefined,
  ],
  ['OpenZeppelin', 'openZeppelin100', ['openZeppelin100'], undefined, undefined],
];

describe('findObstacle', () => {
  it.each(cases.map(([what, ...rest]) => ({ what, rest })))('judges $what', ({ rest }) => {
    const [addressClass, onChain, signers, obstacle] = rest;
    const found = onChain && { kind: onChain[0], version: onChain[1] };
    expect(findObstacle({ addressClass, publicKey }, found, signers)).toBe(obstacle);
  });
});
