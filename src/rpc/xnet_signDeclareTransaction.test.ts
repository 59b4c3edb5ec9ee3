import { describe, expect, it } from '@jest/globals';
import { ec, hash } from 'starknet';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const [account] = vectors.accounts;
const address = account?.argent040 ?? '';
const publicKey = account?.publicKey ?? '';

type Declared = Parameters<typeof hash.calculateDeclareTransactionHash>[0];
const bound = (amount: bigint, price: bigint) => ({
  max_amount: `0x${amount.toString(16)}`,
  max_price_per_unit: `0x${price.toString(16)}`,
});
const bounds = {
  l1_gas: [0n, 2n ** 40n],
  l1_data_gas: [2_000n, 2n ** 41n],
  l2_gas: [2n ** 32n, 2n ** 36n],
} as const;
const resourceBounds = Object.fromEntries(
  Object.entries(bounds).map(([name, [amount, price]]) => [name, bound(amount, price)]),
);
const details = { classHash: '0xc1a55', compiledClassHash: '0xc0de', nonce: '0x7', resourceBounds };

describe('xnet_signDeclareTransaction', () => {
  const open = async (user: () => boolean = () => true) => {
    let agrees: () => boolean = () => true;
    // It needs no node: none listens.
    const opened = openModule({ user: () => agrees() });
    await opened.invoke('xnet_createAccount', {});
    agrees = user;
    opened.dialogs.length = 0;
    const sign = (changes: object = {}, more: object = {}) =>
      opened.invoke('xnet_signDeclareTransaction', {
        address,
        chainId: chainIds.sepolia,
        details: { ...details, ...changes },
        ...more,
      });
    return { ...opened, sign };
  };

  // @promise T5.4
  // @row xnet_signDeclareTransaction
  it('signs the hash that starknet.js computes, with the key of the account', async () => {
    const { sign, dialogs } = await open();
    const tip = '0x64';
    const { signature } = await sign({ tip });
    const [l1_gas, l1_data_gas, l2_gas] = Object.values(bounds).map(([amount, price]) => ({
      max_amount: amount,
      max_price_per_unit: price,
    }));
    if (!l1_gas || !l1_data_gas || !l2_gas) throw new Error('There are three bounds.');
    const signed = hash.calculateDeclareTransactionHash({
      classHash: details.classHash,
      compiledClassHash: details.compiledClassHash,
      senderAddress: address,
      version: '0x3',
      chainId: chainIds.sepolia as Declared['chainId'],
      nonce: details.nonce,
      accountDeploymentData: [],
      nonceDataAvailabilityMode: 0,
      feeDataAvailabilityMode: 0,
      resourceBounds: { l1_gas, l1_data_gas, l2_gas },
      tip,
      paymasterData: [],
    });
    const digits = (felt: string) => BigInt(felt).toString(16).padStart(64, '0');
    const given = new ec.starkCurve.Signature(BigInt(signature[0]), BigInt(signature[1]));
    // The key is an x coordinate; either point of it counts, as on chain.
    const verifies = ['02', '03'].some((parity) =>
      ec.starkCurve.verify(given, digits(signed), `${parity}${digits(publicKey)}`),
    );
    expect(verifies).toBe(true);
    expect(dialogs).toHaveLength(1);
    const shown = JSON.stringify(dialogs[0]);
    for (const part of [details.classHash, details.compiledClassHash, 'Signed, not sent'])
      expect(shown).toContain(part);
  });

  it.each(['compiledClassHash', 'classHash'])('refuses details without %s', async (name) => {
    const { sign, dialogs } = await open();
    await expect(sign({ [name]: undefined })).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: `details.${name}` },
    });
    expect(dialogs).toEqual([]);
  });

  it.each([
    ['another sender', { senderAddress: '0x1234' }, 'details.senderAddress'],
    ['another wallet', { walletAddress: '0x1234' }, 'details.walletAddress'],
    ['another network', { chainId: 'SN_MAIN' }, 'details.chainId'],
  ])('refuses details of %s', async (_, changes, path) => {
    const { sign, dialogs } = await open();
    await expect(sign(changes)).rejects.toMatchObject({ kind: 'invalidParams', data: { path } });
    expect(dialogs).toEqual([]);
  });

  it('accepts details that name the same sender and network', async () => {
    const { sign } = await open();
    const plain = await sign();
    const senderAddress = address.replace(/^0x0+/u, '0x');
    expect(await sign({ senderAddress, walletAddress: address, chainId: 'SN_SEPOLIA' })).toEqual(
      plain,
    );
  });

  it('signs nothing when the user declines, nor for an account of another', async () => {
    const { sign } = await open(() => false);
    await expect(sign()).rejects.toMatchObject({ kind: 'userRejected' });
    await expect(sign({}, { address: '0x1234' })).rejects.toMatchObject({ kind: 'unknownAccount' });
    await expect(sign({}, { chainId: '0x1' })).rejects.toMatchObject({ kind: 'unsupportedChain' });
  });
});
