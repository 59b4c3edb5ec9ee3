import { chainName } from '../schema/primitives';
import { accountClasses, speaking } from '../starknet/accountClasses';
import { formatUnits } from '../starknet/amount';
import type { Change } from '../starknet/changes';
import { UNLIMITED } from '../starknet/tokenEvent';
import type { Transaction } from '../starknet/transaction';
import type {
  ChangeFact,
  Fact,
  FeeFacts,
  Label,
  PreviewFacts,
  ReviewFacts,
  Section,
} from '../ui/reviewFacts';
import type { TextName, Words } from '../ui/words';
import { describeCalls } from './describeCalls';
import { subjectOf, type TransactionReview } from './prepareTransaction';
import type { Preview, TokensByAddress } from './preview';
import { isSponsored } from './sponsor';
import { sponsoredDetails, sponsoredFee } from './sponsorFacts';
import { warningsOf } from './warnings/warningsOf';

const FRI_DECIMALS = 18;

const say = (name: TextName, places?: Words['with']): Words =>
  places ? { say: name, with: places } : { say: name };
const text = (name: TextName, value: Label): Fact => ({ as: 'text', label: say(name), value });
const raw = (name: TextName, value: string): Fact => ({ as: 'raw', label: say(name), value });

/** The facts of a transaction, every one read from exactly what will be signed. */
export function describeTransaction(review: TransactionReview): ReviewFacts {
  const { context, account, calls, transactions, reads } = review;
  const deploys = transactions.some(({ type }) => type === 'DEPLOY_ACCOUNT');
  const { sentences, details } = describeCalls(reads.calls, reads.tokens);
  return {
    title: say(calls.length > 0 ? 'preview.review' : 'preview.deployAccount'),
    origin: context.origin,
    network: context.network.name,
    account: { name: account.name, address: account.address },
    warnings: warningsOf(subjectOf(review)),
    ...(calls.length > 0 && { preview: previewFacts(reads.preview, reads.tokens) }),
    sections: [
      {
        title: say('preview.whatItDoes'),
        facts: [...(deploys ? deployment(review) : []), ...sentences],
      },
    ].filter(({ facts }) => facts.length > 0),
    fee: feeFacts(review),
    details: [
      ...details,
      ...transactions.map((transaction) => describeSigned(transaction, review)),
      ...(isSponsored(review) ? [sponsoredDetails(review)] : []),
      ...whyReverts(reads.preview),
    ],
  };
}

const deployment = ({ account }: TransactionReview): Fact[] => {
  const { label, classHash } = accountClasses[account.addressClass];
  return [
    { as: 'sentence', value: say('preview.deploys', { class: label }) },
    raw('preview.classHash', classHash),
  ];
};

/** A preview in units of its tokens. */
export function previewFacts(preview: Preview, tokens: TokensByAddress): PreviewFacts {
  if (preview.state !== 'known') return preview;
  const { state, source, changes } = preview;
  return { state, source, changes: changes.map((change) => changeFact(change, tokens)) };
}

/**
 * For a token whose decimals are not known they are not guessed: its smallest units are told, and
 * not by the symbol, which stands for whole ones.
 */
function changeFact(change: Change, tokens: TokensByAddress): ChangeFact {
  const { kind, standard, token, amount, tokenId, other } = change;
  const known = tokens[token];
  const decimals = standard === 'erc20' ? (known?.decimals ?? null) : 0;
  const isAll = kind === 'allow' && tokenId === undefined && BigInt(amount) >= UNLIMITED;
  return {
    kind,
    amount: isAll ? null : formatUnits(BigInt(amount), decimals ?? 0),
    symbol: (decimals !== null && known?.symbol) || '?',
    address: token,
    ...(tokenId !== undefined && { tokenId }),
    ...(kind === 'allow' && { spender: other }),
    verified: known?.verified ?? false,
  };
}

function feeFacts(review: TransactionReview): FeeFacts {
  if (isSponsored(review)) return sponsoredFee(review, review.payWith?.options ?? []);
  const { fee, speed, payWith, money } = review;
  return {
    expected: fee.expected === null ? null : fri(fee.expected),
    maximum: fri(fee.maximum),
    symbol: 'STRK',
    ...(speed && { speed }),
    ...(payWith && { payWith }),
    ...(money && { money }),
  };
}

const fri = (amount: string): string => formatUnits(BigInt(amount), FRI_DECIMALS);

/** Everything that the signature covers beside the calls. */
function describeSigned(
  transaction: Transaction,
  { context, account }: TransactionReview,
): Section {
  const { l1_gas, l1_data_gas, l2_gas } = transaction.resource_bounds;
  const { chainId } = context.network;
  const bound = ({ max_amount, max_price_per_unit }: typeof l1_gas) =>
    say('preview.bound', {
      amount: String(BigInt(max_amount)),
      price: String(BigInt(max_price_per_unit)),
    });
  const deploys = transaction.type === 'DEPLOY_ACCOUNT';
  return {
    title: say(deploys ? 'preview.detailsOfDeployment' : 'preview.details'),
    facts: [
      text('preview.nonce', String(BigInt(transaction.nonce))),
      text('preview.tip', say('preview.perGas', { tip: String(BigInt(transaction.tip)) })),
      text('preview.l1Gas', bound(l1_gas)),
      text('preview.l1DataGas', bound(l1_data_gas)),
      text('preview.l2Gas', bound(l2_gas)),
      text(
        'preview.dataAvailability',
        say('preview.modes', {
          nonce: transaction.nonce_data_availability_mode,
          fee: transaction.fee_data_availability_mode,
        }),
      ),
      text('preview.version', String(BigInt(transaction.version))),
      text('preview.chain', `${chainName(chainId)} (${chainId})`),
      ...(deploys
        ? [
            raw('preview.salt', transaction.contract_address_salt),
            raw('preview.constructor', transaction.constructor_calldata.join(', ')),
          ]
        : [text('preview.accountClass', speaking(account.accountClass).label)]),
    ],
  };
}

const whyReverts = (preview: Preview): Section[] =>
  preview.state === 'reverts' && preview.told !== undefined
    ? [{ title: say('preview.whyReverts'), facts: [raw('preview.told', preview.told)] }]
    : [];
