import { networkOf } from '../../schema/network';
import type { ResourceBound, Transaction } from '../../starknet/transactions/transaction';
import type { Fact, Label, Section } from '../../ui/review/facts';
import type { TextName, Words } from '../../ui/text/words';

const text = (say: TextName, value: Label): Fact => ({ as: 'text', label: { say }, value });
const raw = (say: TextName, value: string): Fact => ({ as: 'raw', label: { say }, value });
const felts = (say: TextName, values: readonly string[]): Fact =>
  values.length === 0 ? text(say, { say: 'message.nothing' }) : raw(say, values.join(', '));
const decimal = (felt: string): string => BigInt(felt).toString();
const bound = ({ max_amount, max_price_per_unit }: ResourceBound): Words => ({
  say: 'message.signBound',
  with: { amount: decimal(max_amount), price: decimal(max_price_per_unit) },
});

const kinds = {
  INVOKE: 'message.signInvoke',
  DEPLOY_ACCOUNT: 'message.signDeploy',
  DECLARE: 'message.signDeclare',
} as const satisfies Record<Transaction['type'], TextName>;

/** What each type of transaction covers beside the common fields. */
function ownFields(transaction: Transaction): Fact[] {
  switch (transaction.type) {
    case 'INVOKE':
      return [
        felts('message.signDeployment', transaction.account_deployment_data),
        felts('message.signCalldata', transaction.calldata),
      ];
    case 'DECLARE':
      return [
        felts('message.signDeployment', transaction.account_deployment_data),
        raw('message.signClass', transaction.class_hash),
        raw('message.signCompiled', transaction.compiled_class_hash),
      ];
    case 'DEPLOY_ACCOUNT':
      return [
        raw('message.signClass', transaction.class_hash),
        raw('message.signSalt', transaction.contract_address_salt),
        felts('message.signConstructor', transaction.constructor_calldata),
      ];
  }
}

/**
 * Every input of a transaction's hash (version 3), as it is hashed.
 * @param sender the account in 64 digits; of a deployment it follows from class, salt and calldata
 */
export function signedFields(transaction: Transaction, chainId: string, sender: string): Section {
  const { l1_gas, l1_data_gas, l2_gas } = transaction.resource_bounds;
  const name = networkOf(chainId)?.name ?? '';
  return {
    title: { say: 'message.signAll' },
    facts: [
      text('message.signType', { say: kinds[transaction.type] }),
      text('message.signVersion', decimal(transaction.version)),
      text('message.signNetwork', { say: 'message.signChain', with: { name, chainId } }),
      { as: 'address', label: { say: 'message.signSender' }, value: sender },
      text('message.signNonce', decimal(transaction.nonce)),
      text('message.signTip', decimal(transaction.tip)),
      text('message.signL1Gas', bound(l1_gas)),
      text('message.signL1DataGas', bound(l1_data_gas)),
      text('message.signL2Gas', bound(l2_gas)),
      text('message.signNonceMode', transaction.nonce_data_availability_mode),
      text('message.signFeeMode', transaction.fee_data_availability_mode),
      felts('message.signPaymaster', transaction.paymaster_data),
      ...ownFields(transaction),
    ],
  };
}
