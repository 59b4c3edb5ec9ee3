import { Box, Section, Text } from '@metamask/snaps-sdk/jsx';
import { type Label, type Say, say, symbolText, type TextName, type TextRef } from '../text/words';
import { AddressLine, inFull, Line, Note, SectionTitle } from './draw';
import type { ChangeFact, Fact, PreviewFacts, ReviewFacts, Section as SectionFacts } from './facts';
import { isToldInFull } from './warnings';

export const changeKinds = {
  send: { sign: '−', label: 'review.send', color: 'default' },
  receive: { sign: '+', label: 'review.receive', color: 'success' },
  allow: { sign: '⟲', label: 'review.allow', color: 'warning' },
  pay: { sign: '−', label: 'review.fee', color: 'default' },
} as const;

/** Limits reasons and hosts, which others choose: they must not fill the dialog. */
const SAYING_LIMIT = 200;

/** Quantity of the token: an amount, a token id, or everything; its address is shown below. */
export function quantityLabel(change: ChangeFact): Label {
  const { amount, isSmallest, symbol, tokenId, verified } = change;
  const nameToken = (nameless: TextName): Label => {
    if (symbol === null) return say(nameless);
    const shownSymbol = symbolText(symbol);
    if (verified) return shownSymbol;
    return say('calls.claimed', { symbol: shownSymbol });
  };
  if (amount === null) return say('review.unlimited', { symbol: nameToken('review.tokens') });
  const units = { amount: { amount } };
  if (tokenId !== undefined) {
    const piece = { ...units, symbol: nameToken('review.onePiece'), tokenId };
    return say(amount === '1' ? 'review.piece' : 'review.pieces', piece);
  }
  if (isSmallest) return say('calls.smallestUnits', units);
  if (symbol === null) return say('calls.ofUnknown', units);
  if (verified) return { amount, symbol };
  return say('calls.ofClaimed', { ...units, symbol: symbolText(symbol) });
}

/** Whether an address is visible in full, and as a spender, without unfolding. */
const isShown = (address: string, sections: readonly SectionFacts[]): boolean =>
  sections.some(({ facts }) => facts.some((fact) => isSpender(fact, address)));
const isSpender = (fact: Fact, address: string): boolean =>
  fact.as === 'address' && fact.value === address && Object(fact.label).say === 'calls.spender';

const writeChange = (change: ChangeFact, say: Say): string =>
  `${changeKinds[change.kind].sign} ${say(quantityLabel(change), 100)}`;

/** @param all every change as text */
const drawChange = (change: ChangeFact, all: string[], { sections }: ReviewFacts, say: Say) => {
  const { label, color } = changeKinds[change.kind];
  const text = writeChange(change, say);
  const isAlone = all.indexOf(text) === all.lastIndexOf(text);
  return (
    <Box>
      <Line label={say({ say: label })} color={color} fontWeight="medium">
        {text}
      </Line>
      {change.spender !== undefined && !(isAlone && isShown(change.spender, sections)) && (
        <AddressLine label={say({ say: 'review.spender' })} value={change.spender} />
      )}
      {!change.verified && (
        <AddressLine label={say({ say: 'review.unverified' })} value={change.address} />
      )}
    </Box>
  );
};

const title = (source: string | null, say: Say) => {
  const heading = <SectionTitle>{say({ say: 'review.whatChanges' })}</SectionTitle>;
  if (source === null) return heading;
  return (
    <Box direction="horizontal" alignment="space-between">
      {heading}
      <Note>{say({ say: 'review.source', with: { source } }, SAYING_LIMIT)}</Note>
    </Box>
  );
};

const drawTrouble = (
  trouble: TextName,
  reason: TextRef | null,
  source: string | null,
  say: Say,
) => (
  <Section>
    {title(source, say)}
    <Text color="error" fontWeight="medium">
      {say({ say: trouble })}
    </Text>
    {reason && <Text>{say(reason, SAYING_LIMIT)}</Text>}
  </Section>
);

/** Changes to the account's holdings and allowances, with the node that reported them. */
export const Changes = ({ facts, say }: { facts: ReviewFacts; say: Say }) => {
  const { preview } = facts;
  if (!preview) return null;
  if (preview.state === 'unknown') {
    const reason: TextRef = { say: 'review.couldNotPreviewText', with: { why: preview.why } };
    const isTold = isToldInFull(facts, 'previewUnknown');
    return drawTrouble('review.couldNotPreview', isTold ? null : reason, null, say);
  }
  const { source } = preview;
  if (preview.state === 'reverts') {
    const reason: TextRef = { say: 'review.revertsText', with: { reason: preview.reason } };
    const isTold = isToldInFull(facts, 'previewReverts');
    return drawTrouble('review.reverts', isTold ? null : reason, source, say);
  }
  const all = preview.changes.map((change) => writeChange(change, say));
  return (
    <Section>
      {title(source, say)}
      {preview.changes.length === 0 && <Text>{say({ say: 'review.nothingChanges' })}</Text>}
      {preview.changes.map((change) => drawChange(change, all, facts, say))}
      {preview.canBeStaged && <Note>{say({ say: 'review.canBeStaged' })}</Note>}
    </Section>
  );
};

export const changesInFull = (preview: PreviewFacts | undefined): Fact[] => {
  if (preview?.state !== 'known') return [];
  return preview.changes.flatMap((change) =>
    inFull({
      as: 'text',
      label: { say: changeKinds[change.kind].label },
      value: quantityLabel(change),
    }),
  );
};
