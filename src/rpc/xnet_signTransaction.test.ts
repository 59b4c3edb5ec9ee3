import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startTrialNode } from '../../test/chain/trialNode';
import { getText } from '../../test/node/readDialog';
import vectors from '../../test/vectors/accounts.json';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { accountClasses } from '../starknet/accounts/classes';
import { verifyHash } from '../starknet/accounts/keys';
import { encodeExecute } from '../starknet/transactions/calls';
import { transactionHash } from '../starknet/transactions/transaction';

const account = vectors.accounts[0] ?? { argent040: '', publicKey: '' };
const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
const bounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
const call = { contractAddress: '0x1234', entrypoint: 'increase', calldata: ['1', '0x2'] };
const details = { nonce: '0x5', resourceBounds: bounds, version: '0x3', tip: '0x7' };
const params = {
  address: account.argent040,
  chainId: chainIds.sepolia,
  transactions: [call],
  transactionsDetail: details,
};
const common = {
  version: '0x3',
  signature: [],
  resource_bounds: bounds,
  paymaster_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
} as const;

const hex = (bits: bigint) =>
  fc.bigInt(1n, 2n ** bits - 1n).map((value) => `0x${value.toString(16)}`);
const anyBound = fc.record({ max_amount: hex(40n), max_price_per_unit: hex(64n) });
/** As much as the network accepts. */
const l2Bound = fc.record({ max_amount: hex(30n), max_price_per_unit: hex(64n) });
const mode = fc.constant('L1');
const randomRequest = fc.record({
  transactions: fc.array(
    fc.record({
      contractAddress: hex(250n),
      entrypoint: fc.constantFrom('increase', 'transfer', 'swap', 'approve'),
      calldata: fc.array(hex(250n), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  transactionsDetail: fc.record({
    nonce: hex(64n),
    tip: hex(63n),
    resourceBounds: fc.record({ l1_gas: anyBound, l1_data_gas: anyBound, l2_gas: l2Bound }),
    nonceDataAvailabilityMode: mode,
    feeDataAvailabilityMode: mode,
  }),
});

async function opened() {
  const module = openModule();
  await module.invoke('xnet_createAccount', {});
  return module;
}

describe('xnet_signTransaction', () => {
  // @promise T5.4
  // @row xnet_signTransaction
  it('signs exactly the calls, nonce, bounds and tip that were given, without a node', async () => {
    const { invoke, dialogs } = await opened();
    const more = [
      { contractAddress: '0x5678', entrypoint: 'approve', calldata: ['0x3'] },
      { contractAddress: '0x1234', entrypoint: 'swap', calldata: [] },
    ];
    const hash = transactionHash(
      {
        ...common,
        type: 'INVOKE',
        sender_address: account.argent040,
        calldata: encodeExecute([{ ...call, calldata: ['0x1', '0x2'] }, ...more], 1),
        account_deployment_data: [],
        nonce: '0x5',
        tip: '0x7',
      },
      chainIds.sepolia,
    );
    const transactions = [call, ...more];
    const signature = await invoke('xnet_signTransaction', { ...params, transactions });
    expect(verifyHash(hash, signature, account.publicKey)).toBe(true);
    const shown = getText(dialogs.at(-1));
    for (const { entrypoint } of transactions) expect(shown).toContain(entrypoint);
  });

  it('asks a node for the nonce if bounds are given without one', async () => {
    const { invoke, dialogs } = await opened();
    const asked = { ...params, transactionsDetail: { resourceBounds: bounds } };
    await expect(invoke('xnet_signTransaction', asked)).rejects.toMatchObject({
      kind: 'nodeUnavailable',
    });
    expect(dialogs).toHaveLength(1);
  });

  // @promise T5.4
  it('refuses an account that is not deployed, whose deployment would be signed before it', async () => {
    const node = await startTrialNode();
    node.says.instead.starknet_getNonce = () => ({ error: { code: 20, message: 'Not found' } });
    try {
      const { invoke, dialogs } = openModule({ sepoliaUrl: node.url });
      await invoke('xnet_createAccount', {});
      dialogs.length = 0;
      await expect(
        invoke('xnet_signTransaction', { ...params, transactionsDetail: {} }),
      ).rejects.toMatchObject({ kind: 'invalidParams', data: { path: 'address' } });
      expect(dialogs).toEqual([]);
    } finally {
      await node.stop();
    }
  });

  it('accepts the names that current callers use, and one call for an array', async () => {
    const { invoke } = await opened();
    const { transactionsDetail, transactions, address, ...rest } = params;
    const named = { ...rest, senderAddress: address, transactions: call, details };
    expect(await invoke('starkNet_signTransaction', named)).toStrictEqual(
      await invoke('xnet_signTransaction', params),
    );
  });

  it('accepts the address under two names that agree, and no two that differ', async () => {
    const { invoke } = await opened();
    const signature = await invoke('xnet_signTransaction', params);
    const short = `0x${params.address.replace(/^0x0*/u, '').toUpperCase()}`;
    const both = { ...params, senderAddress: short };
    expect(await invoke('xnet_signTransaction', both)).toEqual(signature);
    await expect(
      invoke('xnet_signTransaction', { ...params, senderAddress: '0x1' }),
    ).rejects.toMatchObject({ kind: 'invalidParams', data: { path: 'senderAddress' } });
  });

  it('warns of a contract that looks like an Ethereum address, and signs what is wanted', async () => {
    const { invoke, dialogs } = await opened();
    const short = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
    const transactions = [{ ...call, contractAddress: short }];
    const signature = await invoke('xnet_signTransaction', { ...params, transactions });
    const shown = getText(dialogs.at(-1));
    expect(shown).toContain('Address of another network');
    const full = [{ ...call, contractAddress: `0x${short.slice(2).padStart(64, '0')}` }];
    expect(await invoke('xnet_signTransaction', { ...params, transactions: full })).toEqual(
      signature,
    );
  });

  it('shows the user that the site gets the signature', async () => {
    const { invoke, dialogs } = await opened();
    await invoke('xnet_signTransaction', params);
    expect(JSON.stringify(dialogs.at(-1))).toContain('Signed, not sent');
  });

  it('shows every value that is signed, of any request', async () => {
    const { invoke, dialogs } = await opened();
    await fc.assert(
      fc.asyncProperty(randomRequest, async ({ transactions, transactionsDetail }) => {
        await invoke('xnet_signTransaction', { ...params, transactions, transactionsDetail });
        const shown = getText(dialogs.at(-1));
        const { nonce, tip, resourceBounds } = transactionsDetail;
        const bounds = Object.values(resourceBounds).flatMap((each) => Object.values(each));
        expect(shown).toContain(`Nonce ${BigInt(nonce)} `);
        for (const number of [tip, ...bounds])
          expect(shown).toContain(` ${BigInt(number).toLocaleString('en-US')} `);
        const calldata = encodeExecute(transactions, 1);
        expect(shown).toContain(calldata.join(', '));
        expect(shown).toContain(chainIds.sepolia);
        expect(shown.replaceAll(' ', '')).toContain(account.argent040);
        expect(shown).toContain(
          `balance for the fee is kept on ${transactionsDetail.feeDataAvailabilityMode}`,
        );
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it.each([
    ['another sender', { walletAddress: '0x99' }],
    ['another network', { chainId: 'SN_MAIN' }],
    ['another version', { version: '0x4' }],
    ['the version of estimates', { version: '0x100000000000000000000000000000003' }],
    ['a limit below its bounds', { maxFee: '0x1' }],
    ['data for a paymaster', { paymasterData: ['0x1'] }],
    ['data for a deployment', { accountDeploymentData: ['0x1'] }],
  ])('refuses details that name %s', async (_, different) => {
    const { invoke, dialogs } = await opened();
    const transactionsDetail = { ...details, ...different };
    await expect(
      invoke('xnet_signTransaction', { ...params, transactionsDetail }),
    ).rejects.toMatchObject({ kind: 'invalidParams' });
    expect(dialogs).toHaveLength(1);
  });
});

describe('xnet_signDeployAccountTransaction', () => {
  const { classHash, constructorCalldata } = accountClasses.argent040;
  const deployDetails = {
    resourceBounds: bounds,
    classHash,
    addressSalt: account.publicKey,
    contractAddress: account.argent040,
    constructorCalldata: constructorCalldata(account.publicKey),
  };
  const deployParams = {
    signerAddress: account.argent040,
    chainId: chainIds.sepolia,
    transaction: deployDetails,
  };

  it('signs the deployment of the account', async () => {
    const { invoke } = await opened();
    const hash = transactionHash(
      {
        ...common,
        type: 'DEPLOY_ACCOUNT',
        class_hash: classHash,
        contract_address_salt: account.publicKey,
        constructor_calldata: constructorCalldata(account.publicKey),
        nonce: '0x0',
        tip: '0x0',
      },
      chainIds.sepolia,
    );
    const signature = await invoke('xnet_signDeployAccountTransaction', deployParams);
    expect(verifyHash(hash, signature, account.publicKey)).toBe(true);
  });

  // @promise T5.4
  it.each([
    ['class', { classHash: '0x1' }],
    ['salt', { addressSalt: '0x1' }],
    ['address', { contractAddress: '0x1' }],
    ['constructor', { constructorCalldata: ['0x0', '0x1', '0x1'] }],
  ])('refuses a deployment of another %s', async (_, different) => {
    const { invoke, dialogs } = await opened();
    dialogs.length = 0;
    const transaction = { ...deployDetails, ...different };
    const [part] = Object.keys(different);
    await expect(
      invoke('xnet_signDeployAccountTransaction', { ...deployParams, transaction }),
    ).rejects.toMatchObject({ kind: 'invalidParams', data: { path: `details.${part}` } });
    expect(dialogs).toEqual([]);
  });
});
