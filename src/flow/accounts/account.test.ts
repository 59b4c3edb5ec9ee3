import { describe, expect, it } from '@jest/globals';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { accountClasses } from '../../starknet/accounts/classes';
import { createStoredAccount, requireSameDeployment } from './account';

type AddressClass = StoredAccount['addressClass'];

const publicKey = `0x${'5'.repeat(62)}`;
const ownIn = (addressClass: AddressClass) => {
  const account = createStoredAccount({
    chainId: chainIds.sepolia,
    addressIndex: 0,
    publicKey,
    addressClass,
  });
  const { classHash, constructorCalldata } = accountClasses[addressClass];
  const deployment = {
    contractAddress: account.address,
    classHash,
    addressSalt: publicKey,
    constructorCalldata: constructorCalldata(publicKey),
  };
  return { account, deployment };
};
const refused = (path: string) =>
  expect.objectContaining({ kind: 'invalidParams', data: { path: `details.${path}` } });

describe.each(Object.keys(accountClasses) as AddressClass[])(
  'requireSameDeployment of %s',
  (of) => {
    const { account, deployment } = ownIn(of);
    const require = (said: object) => () => requireSameDeployment(account, said, 'details');

    it('accepts the own deployment, any part of it alone, and none', () => {
      expect(require(deployment)).not.toThrow();
      for (const [part, own] of Object.entries(deployment))
        expect(require({ [part]: own })).not.toThrow();
      expect(require({})).not.toThrow();
    });

    it('accepts felts in another spelling', () => {
      const spelled = (felt: string) =>
        `0x${BigInt(felt).toString(16).toUpperCase().padStart(64, '0')}`;
      const { constructorCalldata, ...single } = deployment;
      const said = Object.entries(single).map(([part, own]) => [part, spelled(own)]);
      expect(
        require({
          ...Object.fromEntries(said),
          constructorCalldata: constructorCalldata.map(spelled),
        }),
      ).not.toThrow();
    });

    // @promise T5.4
    it.each(['contractAddress', 'classHash', 'addressSalt'] as const)(
      'refuses another %s',
      (part) => {
        const other = `0x${(BigInt(deployment[part]) ^ 1n).toString(16)}`;
        for (const wrong of [other, '0x0'])
          for (const around of [deployment, {}])
            expect(require({ ...around, [part]: wrong })).toThrow(refused(part));
      },
    );

    // @promise T5.4
    it('refuses constructor calldata with any felt changed, added or missing', () => {
      const own = deployment.constructorCalldata;
      const changed = own.map((_, at) =>
        own.map((felt, index) => (index === at ? `0x${(BigInt(felt) ^ 1n).toString(16)}` : felt)),
      );
      for (const constructorCalldata of [...changed, [...own, '0x0'], own.slice(0, -1), []])
        for (const around of [deployment, {}])
          expect(require({ ...around, constructorCalldata })).toThrow(
            refused('constructorCalldata'),
          );
    });
  },
);
