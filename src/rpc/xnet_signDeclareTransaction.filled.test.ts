import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type CompiledSierraCasm, hash } from 'starknet';
import { startTrialNode, type TrialNode } from '../../test/chain/trialNode';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { verifyHash } from '../starknet/accounts/keys';
import {
  type DeclareTransaction,
  type ResourceBounds,
  transactionHash,
} from '../starknet/transactions/transaction';

const [account] = vectors.accounts;
const address = account?.argent040 ?? '';
const PRICE = 10n ** 9n;
const casm = {
  bytecode: ['0x1', '0x2', '0x3'],
  bytecode_segment_lengths: [1, 2],
  entry_points_by_type: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
};
const byStarknetJs = (version: string) =>
  hash.computeCompiledClassHash(casm as unknown as CompiledSierraCasm, version); // all that it reads
const hex = (value: bigint) => `0x${value.toString(16)}`;

let node: TrialNode;
let version: string | null | undefined = '0.14.1';
beforeEach(async () => {
  node = await startTrialNode();
  const price = { price_in_fri: hex(PRICE), price_in_wei: '0x1' };
  node.says.instead.starknet_getBlockWithTxHashes = () => ({
    result: {
      timestamp: 1,
      transactions: [],
      starknet_version: version,
      l1_gas_price: price,
      l1_data_gas_price: price,
      l2_gas_price: price,
    },
  });
});
afterEach(() => node.stop());

async function open() {
  const opened = openModule({ sepoliaUrl: node.url });
  await opened.invoke('xnet_createAccount', {});
  const sign = (details: object) =>
    opened.invoke('xnet_signDeclareTransaction', {
      address,
      chainId: chainIds.sepolia,
      details: { classHash: '0xc1a55', ...details },
    });
  return { ...opened, sign };
}

const boundsOf = (l2: bigint): ResourceBounds => {
  const bound = (amount: bigint) => ({
    max_amount: hex(amount),
    max_price_per_unit: hex((PRICE * 3n) / 2n),
  });
  return { l1_gas: bound(0n), l1_data_gas: bound(768n), l2_gas: bound(l2) };
};

/** Whether the account signed that declaration, bounds and nonce included. */
function isSigned(
  signature: string[],
  nonce: bigint,
  l2: bigint,
  compiled: string,
  { tip = '0x0', resource_bounds = boundsOf(l2) } = {},
): boolean {
  const declared: DeclareTransaction = {
    type: 'DECLARE',
    version: '0x3',
    signature: [],
    nonce: hex(nonce),
    resource_bounds,
    tip,
    paymaster_data: [],
    account_deployment_data: [],
    class_hash: '0xc1a55',
    sender_address: hex(BigInt(address)),
    compiled_class_hash: compiled,
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  const [r = '', s = ''] = signature;
  const signed = transactionHash(declared, chainIds.sepolia);
  return verifyHash(signed, [r, s], account?.publicKey ?? '');
}

describe('xnet_signDeclareTransaction without nonce and bounds', () => {
  it('fills in the next nonce and the bounds of the largest class', async () => {
    const { sign, dialogs } = await open();
    const { signature } = await sign({ compiledClassHash: '0xc0de' });
    expect(isSigned(signature, 5n, 13_500_000_000n, '0xc0de')).toBe(true);
    expect(JSON.stringify(dialogs.at(-1))).toContain('0xc0de');
  });

  // @promise T6.3
  it('keeps the cost within the balance and maxFee', async () => {
    node.says.balance = 10n ** 18n;
    const { sign } = await open();
    const price = (PRICE * 3n) / 2n;
    const within = (limit: bigint) => {
      const most = 13_500_000_000n;
      return most - ((768n + most) * price - limit) / price - 1n;
    };
    const { signature } = await sign({ compiledClassHash: '0xc0de' });
    expect(isSigned(signature, 5n, within(10n ** 18n), '0xc0de')).toBe(true);
    const capped = await sign({ compiledClassHash: '0xc0de', maxFee: hex(10n ** 17n) });
    expect(isSigned(capped.signature, 5n, within(10n ** 17n), '0xc0de')).toBe(true);
    node.says.balance = 0n;
    await expect(sign({ compiledClassHash: '0xc0de' })).rejects.toMatchObject({
      kind: 'insufficientFunds',
    });
    node.says.balance = 10n ** 18n;
    await expect(sign({ compiledClassHash: '0xc0de', maxFee: '0x1' })).rejects.toMatchObject({
      kind: 'feeAboveLimit',
    });
  });

  it('counts the tip in what it may cost', async () => {
    const { sign } = await open();
    const [tip, limit] = [10n ** 9n, 10n ** 17n];
    const price = (PRICE * 3n) / 2n;
    const l2 = (limit - 768n * price) / (price + tip);
    const { signature } = await sign({
      compiledClassHash: '0xc0de',
      tip: hex(tip),
      maxFee: hex(limit),
    });
    // Rounded down, and one less.
    const around = [l2 - 2n, l2 - 1n, l2];
    expect(
      around.filter((each) => isSigned(signature, 5n, each, '0xc0de', { tip: hex(tip) })),
    ).toHaveLength(1);
  });

  it('signs bounds that are given as they are, whatever the node says of prices', async () => {
    node.says.instead.starknet_getBlockWithTxHashes = () => ({
      error: { code: -32603, message: 'Internal error' },
    });
    const { sign } = await open();
    const resource_bounds = boundsOf(7n);
    const { signature } = await sign({
      compiledClassHash: '0xc0de',
      resourceBounds: resource_bounds,
    });
    expect(isSigned(signature, 5n, 7n, '0xc0de', { resource_bounds })).toBe(true);
  });

  // @promise T6.3
  it('refuses bounds that allow more than maxFee', async () => {
    const { sign, dialogs } = await open();
    dialogs.length = 0;
    const details = { compiledClassHash: '0xc0de', resourceBounds: boundsOf(7n), maxFee: '0x1' };
    for (const more of [{}, { nonce: '0x5' }])
      await expect(sign({ ...details, ...more })).rejects.toMatchObject({
        kind: 'invalidParams',
        data: { path: 'details.maxFee' },
      });
    expect(dialogs).toEqual([]);
  });

  const prices = (price: object) => ({
    result: {
      timestamp: 1,
      transactions: [],
      starknet_version: version,
      l1_gas_price: price,
      l1_data_gas_price: price,
      l2_gas_price: price,
    },
  });
  // @promise T6.1
  it.each([
    [
      'beyond all that there were',
      prices({ price_in_fri: hex(10n ** 30n), price_in_wei: '0x1' }),
      'feeAboveLimit',
    ],
    ['of no kind', { error: { code: -32603, message: 'Internal error' } }, 'nodeFault'],
  ])('shows nothing if a node tells prices %s', async (_, block, kind) => {
    node.says.balance = 2n ** 127n;
    node.says.instead.starknet_getBlockWithTxHashes = () => block;
    const { sign, dialogs } = await open();
    dialogs.length = 0;
    await expect(sign({ compiledClassHash: '0xc0de' })).rejects.toMatchObject({ kind });
    expect(dialogs).toEqual([]);
  });

  it.each(['0.14.1', '0.14.0', '0.13.6', '0.15.0', '1.0.0', '0.14.1-rc.1'])(
    'computes the hash of the compiled class as a network of version %s does',
    async (told) => {
      version = told;
      const { sign, dialogs } = await open();
      await sign({ casm });
      expect(JSON.stringify(dialogs.at(-1))).toContain(byStarknetJs(told));
    },
  );

  it.each([undefined, null, '', '0.14', 'v0.13.6', 'unknown'])(
    'computes the hash of the newest networks if the block’s version is %p',
    async (told) => {
      version = told;
      const { sign, dialogs } = await open();
      await sign({ casm });
      expect(JSON.stringify(dialogs.at(-1))).toContain(byStarknetJs('0.14.1'));
    },
  );

  // @promise T5.4
  it('accepts the matching hash of the compiled class, by either function, and no other', async () => {
    const { sign, dialogs } = await open();
    for (const told of ['0.14.1', '0.13.6']) {
      const compiledClassHash = byStarknetJs(told);
      await sign({ casm, compiledClassHash });
      expect(JSON.stringify(dialogs.at(-1))).toContain(compiledClassHash);
    }
    dialogs.length = 0;
    await expect(sign({ casm, compiledClassHash: '0xc0de' })).rejects.toMatchObject({
      kind: 'invalidParams',
      data: { path: 'details.compiledClassHash' },
    });
    expect(dialogs).toEqual([]);
  });

  it('signs no declaration of an account that is not there yet', async () => {
    node.says.instead.starknet_getNonce = () => ({ error: { code: 20, message: 'Not found' } });
    const { sign } = await open();
    await expect(sign({ compiledClassHash: '0xc0de' })).rejects.toMatchObject({
      kind: 'invalidParams',
      message: expect.stringContaining('is not deployed'),
    });
  });
});
