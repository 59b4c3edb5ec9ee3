import { Banner, Text } from '@metamask/snaps-sdk/jsx';
import { groupHex } from '../text/format';
import type { Label, Say, TextRef } from '../text/words';
import { changeKinds, quantityLabel } from './changes';
import { type ChangeFact, type PreviewFacts, type ReviewFacts, severities } from './facts';

/** Losses that the user risks by approving a review. */
export type Baseline = {
  readonly [Part in 'fee' | 'preview' | 'recipients' | 'warnings']?: ReviewFacts[Part] | undefined;
};

/** How much more can be lost than before, line by line: "was …, now …". */
export type Growth = {
  readonly lines: readonly TextRef[];
  /** True for more than twice as much, and for new losses. */
  readonly isMuch: boolean;
};

export const noGrowth: Growth = { lines: [], isMuch: false };
const MUCH = 2n;

/** More decimals than any token has. */
const DIGITS = 40;
/** Null means unlimited. */
const unitsOf = (amount: string | null): bigint | null => {
  if (amount === null) return null;
  const [whole, fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}`);
};
function decimalText(units: bigint): string {
  const digits = String(units).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/u, '');
  return digits.slice(0, -DIGITS) + (fraction && `.${fraction}`);
}
const isAbove = (now: bigint | null, was: bigint | null): boolean =>
  was !== null && (now === null || now > was);

type Line = { readonly line: TextRef; readonly isMuch: boolean };

function ofAmount(
  label: Label,
  was: { units: bigint | null; text: Label },
  now: { units: bigint | null; text: Label },
): Line[] {
  if (!isAbove(now.units, was.units)) return [];
  return [
    {
      line: { say: 'review.wasNow', with: { what: label, was: was.text, now: now.text } },
      isMuch: isAbove(now.units, was.units && was.units * MUCH),
    },
  ];
}

function ofFee({ fee: was }: Baseline, { fee: now }: Baseline): Line[] {
  if (!was || !now) return [];
  const isSameToken = was.symbol === now.symbol && was.payWith?.chosen === now.payWith?.chosen;
  const describeMaximum = ({ maximum, symbol, worth }: typeof now, units: string | undefined) => ({
    units: unitsOf(units ?? '0'),
    text: isSameToken || worth === undefined ? amountOf(maximum, symbol) : amountOf(worth, 'STRK'),
  });
  const label: Label = { say: 'review.maximum' };
  if (isSameToken)
    return ofAmount(label, describeMaximum(was, was.maximum), describeMaximum(now, now.maximum));
  if (was.worth === undefined || now.worth === undefined) return [];
  // The user chose the token and sees its fee: only what is far more is a growth.
  const lines = ofAmount(label, describeMaximum(was, was.worth), describeMaximum(now, now.worth));
  return lines.filter(({ isMuch }) => isMuch);
}

const amountOf = (amount: string, symbol: string): Label => ({ amount, symbol });

const changesIn = (preview: PreviewFacts | undefined, kind: ChangeFact['kind']) => {
  if (preview?.state === 'known') return preview.changes.filter((change) => change.kind === kind);
  return [];
};

/** Null if one of the amounts is unlimited. */
function sumOf(one: string | null, second: string | null): string | null {
  const [units, addedUnits] = [unitsOf(one), unitsOf(second)];
  if (units === null || addedUnits === null) return null;
  return decimalText(units + addedUnits);
}

/** Sums changes of the same kind and token. */
function summed(changes: readonly ChangeFact[]): Map<string, ChangeFact> {
  const sums = new Map<string, ChangeFact>();
  for (const change of changes) {
    const { address, tokenId, spender, symbol, isSmallest } = change;
    const key = JSON.stringify([address, tokenId, spender, symbol, isSmallest]);
    const amount = sumOf(sums.get(key)?.amount ?? '0', change.amount);
    sums.set(key, { ...change, amount });
  }
  return sums;
}

/** Tokens that leave the account, or may be taken. */
function ofLosses(was: Baseline, now: Baseline, kind: 'send' | 'allow'): Line[] {
  const previousSums = summed(changesIn(was.preview, kind));
  const isUnknown = was.preview?.state === 'unknown';
  return [...summed(changesIn(now.preview, kind))].flatMap(([key, change]): Line[] => {
    const old = previousSums.get(key);
    const label: Label = { say: changeKinds[kind].label };
    const describeChange = (one: ChangeFact) => ({
      units: unitsOf(one.amount),
      text: quantityLabel(one),
    });
    if (old) return ofAmount(label, describeChange(old), describeChange(change));
    // Revoking an allowance is not a loss.
    if (unitsOf(change.amount) === 0n) return [];
    const say = isUnknown ? 'review.wasUnknown' : 'review.wasNone';
    return [{ line: { say, with: { what: label, now: quantityLabel(change) } }, isMuch: true }];
  });
}

/** Changes that the user saw before and that are no more certain. */
const ofPreview = ({ preview: was }: Baseline, { preview: now }: Baseline): Line[] => {
  if (was?.state === 'known' && now?.state === 'unknown')
    return [{ line: { say: 'review.previewGone' }, isMuch: true }];
  return [];
};

/** Prices always move: receiving this many percent less is not reported. */
const DRIFT = 1n;

function ofReceived(was: Baseline, now: Baseline): Line[] {
  if (now.preview?.state !== 'known') return [];
  const newSums = summed(changesIn(now.preview, 'receive'));
  return [...summed(changesIn(was.preview, 'receive'))].flatMap(([key, old]): Line[] => {
    const change = newSums.get(key) ?? { ...old, amount: '0' };
    const [previousUnits, newUnits] = [unitsOf(old.amount) ?? 0n, unitsOf(change.amount) ?? 0n];
    if (100n * newUnits >= (100n - DRIFT) * previousUnits) return [];
    const label: Label = { say: changeKinds.receive.label };
    const line = { was: quantityLabel(old), now: quantityLabel(change), what: label };
    return [
      { line: { say: 'review.wasNow', with: line }, isMuch: MUCH * newUnits < previousUnits },
    ];
  });
}

function ofRecipients({ recipients: was = [], preview }: Baseline, now: Baseline): Line[] {
  const isMuch = preview?.state !== 'unknown';
  return (now.recipients ?? [])
    .filter((address) => !was.includes(address))
    .map((address) => ({
      line: { say: 'review.newRecipient', with: { address: groupHex(address) } },
      isMuch,
    }));
}

/** New and worse ones; critical ones require a tick anyway. */
function ofWarnings({ warnings: was = [] }: Baseline, { warnings: now = [] }: Baseline): Line[] {
  const unmatched = [...was];
  return now.flatMap(({ rule, severity, title }): Line[] => {
    const index = unmatched.findIndex(
      (old) =>
        old.rule === rule && severities.indexOf(old.severity) <= severities.indexOf(severity),
    );
    if (index >= 0) unmatched.splice(index, 1);
    if (index >= 0 || severity === 'info') return [];
    return [{ line: { say: 'review.newWarning', with: { title } }, isMuch: false }];
  });
}

/** How a review has become worse for the user. */
export function measureGrowth(was: Baseline, now: Baseline): Growth {
  const lines = [
    ...ofFee(was, now),
    ...ofPreview(was, now),
    ...ofLosses(was, now, 'send'),
    ...ofLosses(was, now, 'allow'),
    ...ofReceived(was, now),
    ...ofRecipients(was, now),
    ...ofWarnings(was, now),
  ];
  return { lines: lines.map(({ line }) => line), isMuch: lines.some(({ isMuch }) => isMuch) };
}

/** More lines would push the request out of sight; it lists everything below, too. */
const MOST_LINES = 6;

export const GrowthBanner = ({ growth, say }: { growth: Growth; say: Say }) => {
  const { lines, isMuch } = growth;
  const hidden = lines.length - MOST_LINES;
  const text = lines.slice(0, MOST_LINES);
  if (hidden > 0) text.push({ say: 'review.moreGrowth', with: { count: `${hidden}` } });
  return (
    <Banner title={say({ say: 'review.grown' })} severity={isMuch ? 'danger' : 'warning'}>
      {text.map((line) => (
        <Text size="sm">{say(line, 100)}</Text>
      ))}
    </Banner>
  );
};
