import { gasKinds } from '../../schema/gas';
import type { NamedNetwork } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import type { Change } from '../../starknet/traces/changes';
import type { ResourceBound, Transaction } from '../../starknet/transactions/transaction';
import {
  addressFact,
  type ChangeFact,
  className,
  type Fact,
  type FeeFacts,
  getAskerLabel,
  type PreviewFacts,
  type ReviewFacts,
  rawFact,
  type Section,
  senderFacts,
  sentenceFact,
  textFact,
  type Whom,
} from '../../ui/review/facts';
import { say, type TextName, type TextRef } from '../../ui/text/words';
import { findUserName } from '../addresses/addressBook';
import { OWN, sponsoredDetails, sponsoredFee } from '../paymaster/options';
import { deploysAccount, type TransactionReview } from '../transactions/review';
import { listChanges, type Preview, type TokensByAddress } from '../transactions/simulate';
import { getSymbol, isUnlimited, tokenFacts } from '../transactions/words/amounts';
import { titleOfCalls } from '../transactions/words/title';
import { computeWorth } from '../transactions/worth';
import { collectWarnings } from '../warnings/collectWarnings';
import { isListed, ownAccount } from '../warnings/rule';
import { allowanceFacts } from './allowances';
import { describeCalls } from './words/details';

const FRI_DECIMALS = 18;

/** The facts of a transaction, all read from exactly what will be signed. */
export function describeTransaction(review: TransactionReview): ReviewFacts {
  const { context, account, calls, transactions, payer, preview, tokens } = review;
  const { sentences, whom, details } = describeCalls(calls, tokens);
  return {
    ...titleOfCalls(calls, tokens, account.address),
    origin: getAskerLabel(context.origin),
    ...(whom && { whom: withName(whom, review) }),
    network: context.network.name,
    account: senderFacts(account),
    warnings: collectWarnings(review),
    ...(calls.length > 0 && {
      preview: withDoubt(withPayment(previewFacts(preview, tokens), review), review),
      recipients: listRecipients(preview),
    }),
    sections: [
      {
        title: say('preview.whatItDoes'),
        facts: withNames(
          [...(deploysAccount(review) ? deploymentFacts(review) : []), ...sentences],
          review,
        ),
      },
    ].filter(({ facts }) => facts.length > 0),
    ...(review.allowances && { allowances: allowanceFacts(review) }),
    fee: feeFacts(review),
    details: [
      ...details,
      ...transactions.map((transaction) =>
        signedFields(transaction, context.network, account.address),
      ),
      ...(payer.by === 'paymaster' ? [sponsoredDetails(payer, context.network.chainId)] : []),
      ...whyReverts(preview),
    ],
  };
}

/** The same facts, with the name of an own account or a saved recipient wherever it stands. */
export const withNames = (
  facts: readonly Fact[],
  { addresses }: Pick<TransactionReview, 'addresses'>,
): Fact[] =>
  facts.map((fact) => {
    if (fact.as !== 'address') return fact;
    const name = findUserName(addresses, fact.value);
    if (name === undefined) return fact;
    return { ...fact, label: say('review.named', { label: fact.label, name }) };
  });

const withName = (whom: Whom, { addresses }: Pick<TransactionReview, 'addresses'>): Whom => {
  const name = findUserName(addresses, whom.address);
  if (name === undefined) return whom;
  return { ...whom, name };
};

/** The class hash is in the details, with everything else that is signed. */
const deploymentFacts = ({ account }: TransactionReview): Fact[] => [
  sentenceFact('preview.deploys', { class: className(account.addressClass) }),
];

/** A preview in units of its tokens. */
export function previewFacts(preview: Preview, tokens: TokensByAddress): PreviewFacts {
  if (preview.state !== 'known') return preview;
  const { state, source, changes } = preview;
  return { state, source, changes: changes.map((change) => changeFact(change, tokens)) };
}

/** No wallet can keep a contract from acting otherwise in a trial; listed ones are known not to. */
function withDoubt(facts: PreviewFacts, review: TransactionReview): PreviewFacts {
  const isKnown = (address: string) => isListed(review, address) || ownAccount(review, address);
  if (facts.state === 'known' && !review.calls.every(({ call }) => isKnown(call.contractAddress)))
    return { ...facts, canBeStaged: true };
  return facts;
}

/** The payment to a paymaster also leaves the account. */
function withPayment(facts: PreviewFacts, { payer, tokens }: TransactionReview): PreviewFacts {
  if (facts.state !== 'known' || payer.by !== 'paymaster' || payer.fee.to === null) return facts;
  const { amount, decimals, symbol } = payer.fee;
  const paid: ChangeFact = {
    kind: 'pay',
    amount: formatUnits(BigInt(amount), decimals),
    symbol,
    address: payer.payWith,
    verified: tokenFacts(payer.payWith, tokens).verified,
  };
  return { ...facts, changes: [...facts.changes, paid] };
}

/** Recipients of what leaves the account. */
export const listRecipients = (preview: Preview): string[] =>
  listChanges(preview)
    .filter(({ kind }) => kind === 'send')
    .map(({ counterparty }) => counterparty);

/** Does not guess unknown decimals of a token. */
function changeFact(change: Change, tokens: TokensByAddress): ChangeFact {
  const { kind, standard, token, amount, tokenId, counterparty } = change;
  const { verified, ...known } = tokenFacts(token, tokens);
  const decimals = standard === 'erc20' ? known.decimals : 0;
  const isAll = kind === 'allow' && tokenId === undefined && isUnlimited(change, tokens);
  return {
    kind,
    amount: isAll ? null : formatUnits(BigInt(amount), decimals ?? 0),
    symbol: getSymbol(token, tokens) ?? null,
    ...(decimals === null && { isSmallest: true }),
    address: token,
    ...(tokenId !== undefined && { tokenId }),
    ...(kind === 'allow' && { spender: counterparty }),
    verified,
  };
}

function feeFacts(review: TransactionReview): FeeFacts {
  const { fee, payer, payOptions, l1 } = review;
  const worth = computeWorth(review);
  const inStrk = worth !== undefined && { worth: fri(String(worth)) };
  if (payer.by === 'paymaster') return { ...sponsoredFee(payer, payOptions ?? []), ...inStrk };
  const { speed, money } = payer.by === 'account' ? payer : {};
  return {
    expected: fee.expected === null ? null : fri(fee.expected),
    maximum: fri(fee.maximum),
    symbol: 'STRK',
    ...inStrk,
    ...(speed && { speed }),
    ...(payOptions && { payWith: { chosen: OWN, options: payOptions } }),
    ...(money && { money }),
    ...(l1 && { l1 }),
  };
}

const fri = (amount: string): string => formatUnits(BigInt(amount), FRI_DECIMALS);

const whyReverts = (preview: Preview): Section[] => {
  if (preview.state === 'reverts' && preview.nodeText !== undefined)
    return [
      { title: say('preview.whyReverts'), facts: [rawFact('preview.told', preview.nodeText)] },
    ];
  return [];
};

const felts = (say: TextName, values: readonly string[]): Fact => {
  if (values.length === 0) return textFact(say, { say: 'message.nothing' });
  return rawFact(say, values.join(', '));
};
const decimal = (felt: string): string => BigInt(felt).toString();
const boundWords = ({ max_amount, max_price_per_unit }: ResourceBound): TextRef => ({
  say: 'message.signBound',
  with: { amount: { amount: decimal(max_amount) }, price: { amount: decimal(max_price_per_unit) } },
});

const transactionKinds = {
  INVOKE: 'message.signInvoke',
  DEPLOY_ACCOUNT: 'message.signDeploy',
  DECLARE: 'message.signDeclare',
} as const satisfies Record<Transaction['type'], TextName>;

/** The fields of each transaction type besides the common ones. */
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
        rawFact('calls.classHash', transaction.class_hash),
        rawFact('calls.compiledClassHash', transaction.compiled_class_hash),
      ];
    case 'DEPLOY_ACCOUNT':
      return [
        rawFact('calls.classHash', transaction.class_hash),
        rawFact('message.signSalt', transaction.contract_address_salt),
        felts('message.signConstructor', transaction.constructor_calldata),
      ];
  }
}

/**
 * Every input of a transaction's hash (version 3), as it is hashed.
 * @param sender the account in 64 digits; for a deployment it follows from class, salt and calldata
 */
export function signedFields(
  transaction: Transaction,
  { name, chainId }: NamedNetwork,
  sender: string,
): Section {
  return {
    title: { say: 'message.signAll' },
    facts: [
      textFact('message.signType', { say: transactionKinds[transaction.type] }),
      textFact('message.signVersion', decimal(transaction.version)),
      textFact('review.network', { say: 'message.signChain', with: { name, chainId } }),
      addressFact('review.account', sender),
      textFact('message.signNonce', decimal(transaction.nonce)),
      textFact('message.signTip', { amount: decimal(transaction.tip) }),
      ...gasKinds.map(({ kind, label }) =>
        textFact(label, boundWords(transaction.resource_bounds[kind])),
      ),
      textFact('message.signNonceMode', transaction.nonce_data_availability_mode),
      textFact('message.signFeeMode', transaction.fee_data_availability_mode),
      felts('message.signPaymaster', transaction.paymaster_data),
      ...ownFields(transaction),
    ],
  };
}
