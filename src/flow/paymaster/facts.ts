import { type ChainId, chainName } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import type { Fact, FeeFacts, Label, Section } from '../../ui/review/facts';
import { symbolText, type Words } from '../../ui/text/words';
import type { Sponsorship, TransactionReview } from '../transactions/review';
import { timeWords } from '../transactions/timeWords';
import { SPONSORED } from './sponsor';

const text = (say: Words['say'], value: Label): Fact => ({ as: 'text', label: { say }, value });
const raw = (say: Words['say'], value: string): Fact => ({ as: 'raw', label: { say }, value });

/** The fee of calls that a paymaster carries out: what is transferred to it, all of it signed. */
export function sponsoredFee(
  payer: Sponsorship,
  options: NonNullable<TransactionReview['payOptions']>,
): FeeFacts {
  const { host, payWith, fee, money } = payer;
  const amount = formatUnits(BigInt(fee.amount), fee.decimals);
  const say = payWith === SPONSORED ? 'fees.paidByPaymaster' : 'fees.carriedByPaymaster';
  return {
    expected: amount,
    maximum: amount,
    symbol: fee.symbol,
    ...(money && { money }),
    payWith: { chosen: payWith, options },
    notes: [{ as: 'sentence', value: { say, with: { host } } }, ...compared(payer)],
  };
}

const strk = (fri: string): Label => ({ amount: formatUnits(BigInt(fri), 18), symbol: 'STRK' });

/** The fee in STRK, by whose price, beside that of an own transaction. */
const compared = ({ fee, own }: Sponsorship): Fact[] =>
  fee.inStrk
    ? [
        text('fees.inStrk', {
          say: fee.inStrk.by === 'prices' ? 'fees.byPrices' : 'fees.byPaymaster',
          with: {
            amount: strk(fee.inStrk.amount),
            rate: strk(fee.inStrk.rate),
            token: symbolText(fee.symbol),
          },
        }),
        text('fees.sentYourself', strk(own.maximum)),
      ]
    : [];

/** What else is signed, beside the calls. */
export function sponsoredDetails(payer: Sponsorship, chainId: ChainId): Section {
  const { outside, hash, host } = payer;
  const { caller, version, nonce, after, before } = outside;
  return {
    title: { say: 'fees.paymaster' },
    facts: [
      text('home.set.paymaster', host),
      ...payment(payer),
      caller === ANY_CALLER
        ? text('fees.caller', { say: 'fees.anyCaller' })
        : { as: 'address', label: { say: 'fees.caller' }, value: caller },
      text('fees.after', timeWords(after)),
      text('fees.before', timeWords(before)),
      text('review.network', `${chainName(chainId)} (${chainId})`),
      text('fees.version', `SNIP-9, ${version}`),
      raw('fees.outsideNonce', nonce),
      raw('fees.messageHash', hash),
    ],
  };
}

/** The transfer that is signed after the calls; nothing where there is none. */
const payment = ({ fee, payWith }: Sponsorship): Fact[] =>
  fee.to === null
    ? []
    : [
        text('fees.feeExact', {
          amount: formatUnits(BigInt(fee.amount), fee.decimals),
          symbol: fee.symbol,
          isExact: true,
        }),
        { as: 'address', label: { say: 'fees.feeToken' }, value: payWith },
        { as: 'address', label: { say: 'fees.feeTo' }, value: fee.to },
      ];
