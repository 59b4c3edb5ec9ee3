import { type ChainId, chainName } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import {
  addressFact,
  type Fact,
  type FeeFacts,
  type Label,
  rawFact,
  type Section,
  textFact,
} from '../../ui/review/facts';
import { symbolText } from '../../ui/text/words';
import type { Sponsorship, TransactionReview } from '../transactions/review';
import { timeWords } from '../transactions/timeWords';
import { SPONSORED } from './sponsor';

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
        textFact('fees.inStrk', {
          say: fee.inStrk.by === 'prices' ? 'fees.byPrices' : 'fees.byPaymaster',
          with: {
            amount: strk(fee.inStrk.amount),
            rate: strk(fee.inStrk.rate),
            token: symbolText(fee.symbol),
          },
        }),
        textFact('fees.sentYourself', strk(own.maximum)),
      ]
    : [];

/** What else is signed, beside the calls. */
export function sponsoredDetails(payer: Sponsorship, chainId: ChainId): Section {
  const { outside, hash, host } = payer;
  const { caller, version, nonce, after, before } = outside;
  return {
    title: { say: 'fees.paymaster' },
    facts: [
      textFact('home.set.paymaster', host),
      ...payment(payer),
      caller === ANY_CALLER
        ? textFact('fees.caller', { say: 'fees.anyCaller' })
        : addressFact('fees.caller', caller),
      textFact('fees.after', timeWords(after)),
      textFact('fees.before', timeWords(before)),
      textFact('review.network', `${chainName(chainId)} (${chainId})`),
      textFact('fees.version', `SNIP-9, ${version}`),
      rawFact('fees.outsideNonce', nonce),
      rawFact('fees.messageHash', hash),
    ],
  };
}

/** The transfer that is signed after the calls; nothing where there is none. */
const payment = ({ fee, payWith }: Sponsorship): Fact[] =>
  fee.to === null
    ? []
    : [
        textFact('fees.feeExact', {
          amount: formatUnits(BigInt(fee.amount), fee.decimals),
          symbol: fee.symbol,
          isExact: true,
        }),
        addressFact('fees.feeToken', payWith),
        addressFact('fees.feeTo', fee.to),
      ];
