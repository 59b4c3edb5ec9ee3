import { starknet_addInvokeTransaction } from '../../src/remote/starknet/starknet_addInvokeTransaction';
import { chainIds } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import type { InvokeTransaction } from '../../src/starknet/transactions/transaction';
import { signTransaction } from './signTransaction';

/** The first account of a local chain (`--seed 0`): OpenZeppelin 1.0.0 with 1,000 STRK. */
export const ACCOUNT = '0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const PRIVATE_KEY = Buffer.from('71d7bb07b9a64f6f78ac4c816aff4da9'.padStart(64, '0'), 'hex');
export const STRK = knownTokens.STRK.address;
export const NOBODY = '0x1234';

type Wish = { nonce: bigint; amount?: bigint; to?: string; gas?: string; price?: string };
/** FRI; far more than any account has. */
export const TOO_MUCH = 2n ** 127n;

/** Resource bounds that no account can pay. */
export const unpayable = { price: '0xffffffffffff', gas: '0x3b9aca00' };

/** An STRK transfer that this account signed, optionally with a wrong nonce, amount or bounds. */
export function transfer({
  nonce,
  amount = 1n,
  to = STRK,
  gas = '0x5f5e100',
  price = '0x174876e800',
}: Wish) {
  const bound = { max_amount: '0x2710', max_price_per_unit: price };
  const calldata = [
    '0x1',
    to,
    getSelector('transfer'),
    '0x3',
    NOBODY,
    `0x${amount.toString(16)}`,
    '0x0',
  ];
  const unsigned: InvokeTransaction = {
    type: 'INVOKE',
    version: '0x3',
    sender_address: ACCOUNT,
    calldata,
    signature: [],
    nonce: `0x${nonce.toString(16)}`,
    resource_bounds: { l1_gas: bound, l1_data_gas: bound, l2_gas: { ...bound, max_amount: gas } },
    tip: '0x0',
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
  return signTransaction(unsigned, chainIds.sepolia, PRIVATE_KEY);
}

/** With an invalid signature. */
export const forged = (nonce: bigint) => ({ ...transfer({ nonce }), signature: ['0x1', '0x2'] });

export const add = (transaction: InvokeTransaction) =>
  starknet_addInvokeTransaction({ invoke_transaction: transaction });
