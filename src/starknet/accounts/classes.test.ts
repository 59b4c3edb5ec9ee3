import { describe, expect, it } from '@jest/globals';
import vectors from '../../../test/vectors/accounts.json';
import {
  type AccountKind,
  accountAddress,
  accountClasses,
  canUpgrade,
  classOf,
  classOnChain,
  contractAddress,
  parseVersion,
  tellsVersion,
} from './classes';

const kinds = Object.keys(accountClasses) as AccountKind[];

describe('accountAddress', () => {
  it.each(vectors.accounts)('computes all addresses of account $addressIndex', (account) => {
    expect(accountAddress('argent040', account.publicKey)).toBe(account.argent040);
    expect(accountAddress('argent031', account.publicKey)).toBe(account.argent031);
    expect(accountAddress('argent024', account.publicKey)).toBe(account.argent024Proxy);
    expect(accountAddress('openZeppelin100', account.publicKey)).toBe(account.openZeppelin100);
  });
});

describe('contractAddress', () => {
  it('is the one that starknet.js computes of deployer, salt, class and calldata', () => {
    const given = { deployer: '0x1', salt: '0x2', classHash: '0x3', constructorCalldata: ['0x4'] };
    expect(contractAddress(given)).toBe(
      '0x043de3bd977f0238027b950530f760d66dc714b2fd8f7cc692a419de6914c66d',
    );
  });
});

describe('classOf', () => {
  it('knows each class, however its hash is spelt', () => {
    for (const kind of kinds) {
      const { classHash } = accountClasses[kind];
      expect(classOf(classHash)).toBe(kind);
      expect(classOf(`0x0${classHash.slice(2).toUpperCase()}`)).toBe(kind);
    }
  });

  it('is undefined for another class', () => {
    expect(classOf('0x1')).toBeUndefined();
  });
});

describe('classOnChain', () => {
  const { argent040, argent031, argent024, openZeppelin100 } = accountClasses;
  const seen: [string, string, string | undefined, string, string | undefined, boolean][] = [
    ['the newest class', argent040.classHash, undefined, 'argent040', '0.4.0', false],
    ['another known class', argent031.classHash, undefined, 'argent031', '0.3.1', true],
    ['a known class that says otherwise', argent031.classHash, '9.9', 'argent031', '0.3.1', true],
    ['a proxy', argent024.classHash, '0.2.4', 'argent024', '0.2.4', true],
    ['a proxy that tells nothing', argent024.classHash, undefined, 'argent024', undefined, true],
    ['a proxy before Cairo 1 code', argent024.classHash, '0.3.0', 'other', '0.3.0', true],
    ['an unknown older class', '0x5', '0.3.0', 'other', '0.3.0', true],
    ['an unknown newer class', '0x5', '0.5.0', 'other', '0.5.0', false],
    ['an unknown class that tells nothing', '0x5', undefined, 'other', undefined, false],
    ['OpenZeppelin', openZeppelin100.classHash, undefined, 'openZeppelin100', undefined, false],
  ];
  it.each(seen)('knows %s', (_, classHash, told, kind, version, isUpgradable) => {
    const found = classOnChain(classHash, told);
    expect(found).toEqual({ kind, version });
    expect(canUpgrade('argent024', found)).toBe(isUpgradable);
  });

  it('never offers an upgrade to an account that is not of that family', () => {
    expect(canUpgrade('openZeppelin100', classOnChain('0x5', '0.3.0'))).toBe(false);
  });

  it('asks those for a version whose hash does not tell it', () => {
    expect(
      [...kinds.map((kind) => accountClasses[kind].classHash), '0x5'].map(tellsVersion),
    ).toEqual([false, false, true, false, true]);
  });
});

describe('parseVersion', () => {
  it.each([
    [['0x302e322e34'], '0.2.4'],
    [['0x302e322e332e31'], '0.2.3.1'],
    [['0x0', '0x4', '0x0'], '0.4.0'],
  ])('reads %p', (felts, version) => {
    expect(parseVersion(felts)).toBe(version);
  });

  it.each([
    [[]],
    [['0x0']],
    [['0x1', '0x2']],
    [['0x416c696365']],
    [['0x0', '0xffffffff', '0x0']],
    [['0x0', '0x4', '0x0', '0x0']],
  ])('reads no version in %p', (felts) => {
    expect(parseVersion(felts)).toBeUndefined();
  });
});
