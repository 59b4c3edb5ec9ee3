import { Box, Row, Section, Text } from '@metamask/snaps-sdk/jsx';
import { AddressLine, inFull, SectionTitle, symbolText } from './facts';
import { formatAmount } from './format';
import type { ChangeFact, Fact, PreviewFacts } from './reviewFacts';
import { safeText } from './safeText';
import type { Say, TextName, Words } from './words';

const kinds = {
  send: { sign: '−', label: 'review.send', color: 'default' },
  receive: { sign: '+', label: 'review.receive', color: 'success' },
  allow: { sign: '⟲', label: 'review.allow', color: 'warning' },
} as const;

/** Reasons and hosts are what others say: they may not fill the dialog. */
const SAYING_LIMIT = 200;

/** What of the token: an amount, a piece of a collection, or all there is. */
function quantity({ amount, symbol, tokenId }: ChangeFact, say: Say, format: typeof formatAmount) {
  const known = symbolText(symbol);
  if (amount === null) return say({ say: 'review.unlimited', with: { symbol: known } });
  if (tokenId === undefined) return `${format(safeText(amount, 100))} ${known}`;
  const piece = { symbol: known, tokenId };
  return amount === '1'
    ? say({ say: 'review.piece', with: piece }, 100)
    : say({ say: 'review.pieces', with: { ...piece, amount: format(amount) } }, 100);
}

const drawChange = (change: ChangeFact, say: Say) => {
  const { sign, label, color } = kinds[change.kind];
  return (
    <Box>
      <Row label={say({ say: label })}>
        <Text color={color} fontWeight="medium">
          {`${sign} ${quantity(change, say, formatAmount)}`}
        </Text>
      </Row>
      {change.spender === undefined ? null : (
        <AddressLine label={say({ say: 'review.spender' })} value={change.spender} />
      )}
      {change.verified ? null : (
        <AddressLine label={say({ say: 'review.unverified' })} value={change.address} />
      )}
    </Box>
  );
};

const drawTrouble = (title: TextName, text: Words, say: Say) => (
  <Section>
    <SectionTitle>{say({ say: 'review.whatChanges' })}</SectionTitle>
    <Text color="error" fontWeight="medium">
      {say({ say: title })}
    </Text>
    <Text>{say(text, SAYING_LIMIT)}</Text>
  </Section>
);

/** What the account would hold and allow after it, with the node that told it. */
export const Changes = ({ preview, say }: { preview: PreviewFacts; say: Say }) => {
  if (preview.state === 'unknown')
    return drawTrouble(
      'review.couldNotPreview',
      { say: 'review.couldNotPreviewText', with: { why: preview.why } },
      say,
    );
  const { source } = preview;
  if (preview.state === 'reverts')
    return drawTrouble(
      'review.reverts',
      { say: 'review.revertsText', with: { source, reason: preview.reason } },
      say,
    );
  return (
    <Section>
      <SectionTitle>{say({ say: 'review.whatChanges' })}</SectionTitle>
      {preview.changes.length === 0 ? <Text>{say({ say: 'review.nothingChanges' })}</Text> : null}
      {preview.changes.map((change) => drawChange(change, say))}
      <Text color="muted" size="sm">
        {say({ say: 'review.source', with: { source } }, SAYING_LIMIT)}
      </Text>
    </Section>
  );
};

export const changesInFull = (preview: PreviewFacts | undefined, say: Say): Fact[] =>
  preview?.state === 'known'
    ? preview.changes.flatMap((change) =>
        inFull(
          { say: kinds[change.kind].label },
          change.amount,
          quantity(change, say, (amount) => amount),
        ),
      )
    : [];
