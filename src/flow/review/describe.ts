import { accountClasses } from '../../starknet/accounts/classes';
import { formatUnits } from '../../starknet/amount';
import { UNLIMITED } from '../../starknet/tokens/event';
import type { Change } from '../../starknet/traces/changes';
import type {
  ChangeFact,
  Fact,
  FeeFacts,
  PreviewFacts,
  ReviewFacts,
  Section,
} from '../../ui/review/facts';
import type { TextName, Words } from '../../ui/text/words';
import { sponsoredDetails, sponsoredFee } from '../paymaster/facts';
import { isSponsored } from '../paymaster/sponsor';
import type { Preview, TokensByAddress } from '../transactions/preview';
import { warningsOf } from '../warnings/warningsOf';
import { allowanceFacts } from './allowances';
import { subjectOf, type TransactionReview } from './open';
import { signedFields } from './signedFields';
import { describeCalls } from './words/details';
import { actOf } from './words/title';

const FRI_DECIMALS = 18;

const say = (name: TextName, places?: Words['with']): Words =>
  places ? { say: name, with: places } : { say: name };
const raw = (name: TextName, value: string): Fact => ({ as: 'raw', label: say(name), value });

/** The facts of a transaction, every one read from exactly what will be signed. */
export function describeTransaction(review: TransactionReview): ReviewFacts {
  const { context, account, calls, transactions, reads } = review;
  const deploys = transactions.some(({ type }) => type === 'DEPLOY_ACCOUNT');
  const { sentences, details } = describeCalls(reads.calls, reads.tokens);
  return {
    ...actOf(reads.calls, reads.tokens),
    origin: context.origin,
    network: context.network.name,
    account: { name: account.name, address: account.address },
    warnings: warningsOf({
      ...subjectOf(review),
      ...(isSponsored(review) && { ownFee: review.sponsor.own.maximum }),
    }),
    ...(calls.length > 0 && {
      preview: previewFacts(reads.preview, reads.tokens),
      recipients: recipientsIn(reads.preview),
    }),
    sections: [
      {
        title: say('preview.whatItDoes'),
        facts: [...(deploys ? deployment(review) : []), ...sentences],
      },
    ].filter(({ facts }) => facts.length > 0),
    ...(review.allowances && { allowances: allowanceFacts(review.allowances, reads) }),
    fee: feeFacts(review),
    details: [
      ...details,
      ...transactions.map((transaction) =>
        signedFields(transaction, context.network.chainId, account.address),
      ),
      ...(isSponsored(review) ? [sponsoredDetails(review)] : []),
      ...whyReverts(reads.preview),
    ],
  };
}

/** Its class hash is with everything else that is signed, in the details. */
const deployment = ({ account }: TransactionReview): Fact[] => {
  const { label } = accountClasses[account.addressClass];
  return [{ as: 'sentence', value: say('preview.deploys', { class: label }) }];
};

/** A preview in units of its tokens. */
export function previewFacts(preview: Preview, tokens: TokensByAddress): PreviewFacts {
  if (preview.state !== 'known') return preview;
  const { state, source, changes } = preview;
  return { state, source, changes: changes.map((change) => changeFact(change, tokens)) };
}

/** Who gets what leaves the account. */
export const recipientsIn = (preview: Preview): string[] =>
  preview.state === 'known'
    ? preview.changes.flatMap(({ kind, other }) => (kind === 'send' ? [other] : []))
    : [];

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
  const { fee, speed, payWith, money, l1 } = review;
  return {
    expected: fee.expected === null ? null : fri(fee.expected),
    maximum: fri(fee.maximum),
    symbol: 'STRK',
    ...(speed && { speed }),
    ...(payWith && { payWith }),
    ...(money && { money }),
    ...(l1 && { l1 }),
  };
}

const fri = (amount: string): string => formatUnits(BigInt(amount), FRI_DECIMALS);

const whyReverts = (preview: Preview): Section[] =>
  preview.state === 'reverts' && preview.told !== undefined
    ? [{ title: say('preview.whyReverts'), facts: [raw('preview.told', preview.told)] }]
    : [];
