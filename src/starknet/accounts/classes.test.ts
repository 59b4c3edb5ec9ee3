import { describe, expect, it } from '@jest/globals';
import vectors from '../../../test/vectors/accounts.json';
import otherWallets from '../../../test/vectors/otherWallets.json';
import { createEntropy } from '../../../test/wallet/fakeWallet';
import { DerivedClass } from '../../schema/account';
import { toAddress } from '../felt';
import {
  accountAddress,
  accountClasses,
  accountKinds,
  classOnChain,
  contractAddress,
  deploymentData,
  endsSessions,
  findClassName,
  getCairoVersion,
  getMaxTip,
  hasOutsideExecution,
  isProxy,
  mustBeUpgraded,
  parseVersion,
  tellsVersion,
  upgradeTarget,
} from './classes';
import { derivePublicKey, withPrivateKey } from './keys';

describe('accountAddress', () => {
  it.each(otherWallets.phrases)('computes the address of $wallet from its phrase', (vector) => {
    const kind = DerivedClass.create(vector.kind);
    const { keySeed } = accountClasses[kind];
    const publicKey = withPrivateKey(createEntropy(vector.phrase), 0, derivePublicKey, keySeed);
    expect(accountAddress(kind, publicKey)).toBe(toAddress(vector.address));
  });

  it.each(otherWallets.deployed)('computes the address of a deployed account: $address', (one) => {
    expect(accountAddress(DerivedClass.create(one.kind), one.publicKey)).toBe(
      toAddress(one.address),
    );
  });

  it.each(vectors.accounts)('computes all addresses of account $addressIndex', (account) => {
    expect(accountAddress('argent040', account.publicKey)).toBe(account.argent040);
    expect(accountAddress('argent031', account.publicKey)).toBe(account.argent031);
    expect(accountAddress('argent024', account.publicKey)).toBe(account.argent024Proxy);
    expect(accountAddress('openZeppelin100', account.publicKey)).toBe(account.openZeppelin100);
  });
});

describe('contractAddress', () => {
  it('computes the address that starknet.js computes from deployer, salt, class and calldata', () => {
    const given = { deployer: '0x1', salt: '0x2', classHash: '0x3', constructorCalldata: ['0x4'] };
    expect(contractAddress(given)).toBe(
      '0x043de3bd977f0238027b950530f760d66dc714b2fd8f7cc692a419de6914c66d',
    );
  });
});

describe('findClassName', () => {
  it.each(accountKinds)('finds the class with the hash of %s, however it is spelt', (kind) => {
    const { classHash } = accountClasses[kind];
    const found = findClassName(`0x0${classHash.slice(2).toUpperCase()}`);
    expect(found && accountClasses[found].classHash).toBe(classHash);
  });

  it('returns undefined for another class', () => {
    expect(findClassName('0x1')).toBeUndefined();
  });
});

const { argent040, argent031, argent024, openZeppelin100 } = accountClasses;
/** What is read at an address that was derived for argent024: class, version, and the next class. */
const seen: [string, string, string | undefined, string, string | undefined, string | undefined][] =
  [
    ['the newest class', argent040.classHash, undefined, 'argent040', '0.4.0', undefined],
    ['another known class', argent031.classHash, undefined, 'argent031', '0.3.1', 'argent040'],
    [
      'a known class that says otherwise',
      argent031.classHash,
      '9.9',
      'argent031',
      '0.3.1',
      'argent040',
    ],
    ['a proxy', argent024.classHash, '0.2.4', 'argent024', '0.2.4', 'argent031'],
    [
      'a proxy that tells nothing',
      argent024.classHash,
      undefined,
      'argent024',
      undefined,
      'argent031',
    ],
    ['a proxy before Cairo 1 code', argent024.classHash, '0.3.0', 'other', '0.3.0', 'argent040'],
    ['an unknown older class', '0x5', '0.3.0', 'other', '0.3.0', 'argent040'],
    ['an unknown newer class', '0x5', '0.5.0', 'other', '0.5.0', undefined],
    ['an unknown class that tells nothing', '0x5', undefined, 'other', undefined, undefined],
    ['OpenZeppelin', openZeppelin100.classHash, undefined, 'openZeppelin100', undefined, undefined],
  ];

describe('classOnChain', () => {
  it.each(seen)('identifies %s', (_, classHash, told, kind, version) => {
    expect(classOnChain('argent024', classHash, told)).toEqual({ kind, version });
  });

  it('names an unknown class of a Braavos account after its family', () => {
    expect(classOnChain('braavos110', '0x5', '1.2.0')).toEqual({
      kind: 'braavos',
      version: '1.2.0',
    });
  });
});

describe('upgradeTarget', () => {
  it.each(seen)(
    'leads %s to the next step of its vendor',
    (_, classHash, told, _kind, _version, next) => {
      expect(upgradeTarget('argent024', classOnChain('argent024', classHash, told))).toBe(next);
    },
  );

  it.each(['openZeppelin100', 'braavos110', 'braavos100', 'braavosCairo0'] as const)(
    'offers no class of another family to %s',
    (addressClass) => {
      for (const { classHash } of [argent031, argent024, { classHash: '0x5' }])
        expect(
          upgradeTarget(addressClass, classOnChain(addressClass, classHash, '0.3.0')),
        ).toBeUndefined();
    },
  );
});

describe('upgradeTarget under another vendor’s class', () => {
  it('offers nothing', () => {
    expect(upgradeTarget('argent040', { kind: 'braavos', version: '1.2.0' })).toBeUndefined();
  });
});

describe('an account class', () => {
  const kinds = [...accountKinds, 'other', 'braavos'] as const;
  const where = (has: (kind: (typeof kinds)[number]) => boolean) => kinds.filter(has);

  it('calls accounts of the old classes by Cairo 0, and those without a file by Cairo 1', () => {
    const old = where((kind) => getCairoVersion(kind) === 0);
    expect(old).toEqual(['argent024', 'braavosCairo0', 'argent022']);
    const cairo1Kinds = kinds.filter((kind) => !old.some((one) => one === kind));
    expect(where((kind) => getCairoVersion(kind) === 1)).toEqual(cairo1Kinds);
  });

  it('lets others execute for every class that can, and for none without a file', () => {
    expect(where(hasOutsideExecution)).toEqual([
      'argent040',
      'argent031',
      'openZeppelin100',
      'braavos',
    ]);
  });

  it('ends sessions for the newest class alone', () => {
    expect(where(endsSessions)).toEqual(['argent040']);
  });

  it('upgrades before use what only a proxy keeps', () => {
    expect(where(mustBeUpgraded)).toEqual(
      accountKinds.filter((kind) => accountClasses[kind].mustBeUpgraded),
    );
    expect(where(mustBeUpgraded)).not.toHaveLength(0);
    expect(where(isProxy)).toEqual(['argent024']);
  });

  it('limits the tip of those classes that name a limit', () => {
    for (const kind of accountKinds) expect(getMaxTip(kind)).toBe(accountClasses[kind].maxTip);
    expect(where((kind) => getMaxTip(kind) !== undefined)).not.toHaveLength(0);
    expect(getMaxTip('other')).toBeUndefined();
    expect(getMaxTip('braavos')).toBeUndefined();
  });

  it.each(accountKinds)('tells all that deploys an account of %s', (addressClass) => {
    const { classHash, cairoVersion, constructorCalldata } = accountClasses[addressClass];
    const calldata = constructorCalldata('0xabc');
    const address = accountAddress(addressClass, '0xabc');
    expect(deploymentData({ address, addressClass, publicKey: '0xabc' })).toEqual({
      address,
      class_hash: classHash,
      salt: '0xabc',
      calldata,
      version: cairoVersion,
    });
  });
});

describe('tellsVersion', () => {
  it('asks those classes for a version whose hash does not tell it', () => {
    const asked = accountKinds.filter((kind) => tellsVersion(accountClasses[kind].classHash));
    expect(asked).toEqual(['argent024', 'argent022']);
    expect(tellsVersion('0x5')).toBe(true);
  });
});

describe('parseVersion', () => {
  it.each([
    [['0x302e322e34'], '0.2.4'],
    [['0x302e322e332e31'], '0.2.3.1'],
    [['0x0', '0x4', '0x0'], '0.4.0'],
    [['0xa', '0x14', '0x64'], '10.20.100'],
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
    [['0x3e8', '0x4', '0x0']],
    [['0x0', '0x3e8', '0x0']],
  ])('reads no version in %p', (felts) => {
    expect(parseVersion(felts)).toBeUndefined();
  });
});
