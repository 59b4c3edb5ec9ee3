import { chainName } from '../../schema/primitives';
import { formatUnits } from '../../starknet/felt';
import { ANY_CALLER } from '../../starknet/typedData/outsideExecution';
import type { Fact, FeeFacts, Label, Section } from '../../ui/review/facts';
import { symbolText, type Words } from '../../ui/text/words';
import { timeWords } from '../transactions/timeWords';
import type { PayOptions } from './options';
import { SPONSORED, type SponsoredReview } from './sponsor';

const text = (say: Words['say'], value: Label): Fact => ({ as: 'text', label: { say }, value });
const raw = (say: Words['say'], value: string): Fact => ({ as: 'raw', label: { say }, value });

/** The fee of calls that a paymaster carries out: what is transferred to it, all of it signed. */
export function sponsoredFee({ sponsor, money }: SponsoredReview, options: PayOptions): FeeFacts {
  const { host, payWith, fee } = sponsor;
  const amount = formatUnits(BigInt(fee.amount), fee.decimals);
  const say = payWith === SPONSORED ? 'fees.paidByPaymaster' : 'fees.carriedByPaymaster';
  return {
    expected: amount,
    maximum: amount,
    symbol: fee.symbol,
    ...(money && { money }),
    payWith: { chosen: payWith, options },
    notes: [{ as: 'sentence', value: { say, with: { host } } }, ...compared(sponsor)],
  };
}

const strk = (fri: string): Label => ({ amount: formatUnits(BigInt(fri), 18), symbol: 'STRK' });

/** The fee in STRK, by whose price, beside that of an own transaction. */
const compared = ({ fee, own }: SponsoredReview['sponsor']): Fact[] =>
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
export function sponsoredDetails({ sponsor, context }: SponsoredReview): Section {
  const { outside, hash, host } = sponsor;
  const { caller, version, nonce, after, before } = outside;
  const { chainId } = context.network;
  return {
    title: { say: 'fees.paymaster' },
    facts: [
      text('fees.host', host),
      ...payment(sponsor),
      caller === ANY_CALLER
        ? text('fees.caller', { say: 'fees.anyCaller' })
        : { as: 'address', label: { say: 'fees.caller' }, value: caller },
      text('fees.after', timeWords(after)),
      text('fees.before', timeWords(before)),
      text('fees.chain', `${chainName(chainId)} (${chainId})`),
      text('fees.version', `SNIP-9, ${version}`),
      raw('fees.outsideNonce', nonce),
      raw('fees.messageHash', hash),
    ],
  };
}

/** The transfer that is signed after the calls; nothing where there is none. */
const payment = ({ fee, payWith }: SponsoredReview['sponsor']): Fact[] =>
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
