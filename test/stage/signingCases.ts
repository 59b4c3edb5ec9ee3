import { expect } from '@jest/globals';
import { ec, transaction, typedData } from 'starknet';
import { findForm } from '../../dapp/src/methods/groups';
import { chainIds } from '../../src/schema/primitives';
import { accountClasses } from '../../src/starknet/accounts/classes';
import type { ChainTransaction } from '../node/account';
import { isSigned } from '../node/signedTransaction';
import { createReply, type FormCases, replies } from './formAnswers';

/** The dapp's example for a parameter. */
const exampleOf = <T>(method: string, param: string): T => {
  const found = findForm(method)?.params.find(({ name }) => name === param);
  return found?.schema.examples?.[0] as T;
};

const bound = { max_amount: '0x100000', max_price_per_unit: '0x59682f00' };
const bounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
/** Transaction fields that the forms leave at their defaults. */
const plain = {
  transaction_hash: '',
  version: '0x3',
  tip: '0x0',
  resource_bounds: bounds,
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
};

const expectSigned = (publicKey: string, signed: Omit<ChainTransaction, keyof typeof plain>) =>
  expect(isSigned(chainIds.sepolia, { ...plain, ...signed }, publicKey)).toBe(true);

const greeting = exampleOf<Parameters<typeof typedData.getMessageHash>[0]>(
  'xnet_signMessage',
  'typedDataMessage',
);

/** The forms that sign without sending; starknet.js verifies their results. */
export const signingCases: FormCases = {
  xnet_signDeclareTransaction: {
    check: (outcome, { account }) => {
      const details = exampleOf<Record<string, string>>('xnet_signDeclareTransaction', 'details');
      expectSigned(account.publicKey, {
        type: 'DECLARE',
        nonce: details.nonce ?? '',
        class_hash: details.classHash ?? '',
        compiled_class_hash: details.compiledClassHash ?? '',
        sender_address: account.address,
        ...createReply<{ signature: string[] }>(outcome),
      });
    },
  },
  xnet_signDeployAccountTransaction: {
    fill: ({ second }) => ({
      address: second.address,
      details: JSON.stringify({ resourceBounds: bounds }),
    }),
    check: (outcome, { second }) => {
      const { classHash, constructorCalldata } = accountClasses.argent040;
      expectSigned(second.publicKey, {
        type: 'DEPLOY_ACCOUNT',
        nonce: '0x0',
        class_hash: classHash,
        contract_address_salt: second.publicKey,
        constructor_calldata: constructorCalldata(second.publicKey),
        signature: createReply(outcome),
      });
    },
  },
  xnet_signMessage: {
    check: (outcome, { account }) => {
      const digits = (text: string) => BigInt(text).toString(16).padStart(64, '0');
      const [r = '', s = ''] = createReply<string>(outcome).split(',');
      const signature = new ec.starkCurve.Signature(BigInt(r), BigInt(s));
      const message = digits(typedData.getMessageHash(greeting, account.address));
      // The key is an x coordinate; as on chain, either of its points is accepted.
      const keys = ['02', '03'].map((parity) => `${parity}${digits(account.publicKey)}`);
      expect(keys.some((key) => ec.starkCurve.verify(signature, message, key))).toBe(true);
    },
  },
  xnet_signTransaction: {
    fill: () => ({
      transactionsDetail: JSON.stringify({ nonce: '0x9', resourceBounds: bounds }),
    }),
    check: (outcome, { account }) => {
      type Calls = Parameters<typeof transaction.getExecuteCalldata>[0];
      const calls = exampleOf<Calls>('xnet_signTransaction', 'transactions');
      expectSigned(account.publicKey, {
        type: 'INVOKE',
        nonce: '0x9',
        sender_address: account.address,
        calldata: transaction.getExecuteCalldata(calls, '1').map(String),
        signature: createReply(outcome),
      });
    },
  },
  xnet_verifySignedMessage: {
    fill: async ({ account, invoke }) => ({
      signature: JSON.stringify(
        await invoke('xnet_signMessage', {
          typedDataMessage: greeting,
          signerAddress: account.address,
        }),
      ),
    }),
    check: replies(true),
  },
};
