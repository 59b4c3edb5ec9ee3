import type { Status } from '@xnet/connect';
import { sepolia } from '../chain/networks';
import { draw } from '../draw';
import { say, type TextRef } from '../texts';
import type { Tracked } from '../tracker';

const way: readonly { status: Status; word: TextRef }[] = [
  { status: 'RECEIVED', word: say('page.status.received') },
  { status: 'PENDING', word: say('page.status.pending') },
  { status: 'ACCEPTED_ON_L2', word: say('page.status.accepted') },
  { status: 'REJECTED', word: say('page.status.rejected') },
];

type Look = 'ahead' | 'here' | 'past' | 'good' | 'bad';

function lookOf(dot: Status, { status, failureReason, settled }: Tracked): Look {
  if (status === dot) {
    if (status === 'REJECTED' || (settled && failureReason)) return 'bad';
    if (status === 'ACCEPTED_ON_L2') return 'good';
    return 'here';
  }
  const place = (name: Status | null) => way.findIndex((dotted) => dotted.status === name);
  if (status !== 'REJECTED' && place(dot) < place(status)) return 'past';
  return 'ahead';
}

export const statusWord = (tracked: Tracked): TextRef => {
  if (tracked.settled && tracked.status === 'ACCEPTED_ON_L2' && tracked.failureReason)
    return say('page.status.failed');
  return way.find(({ status }) => status === tracked.status)?.word ?? say('page.status.sent');
};

const unsent: Tracked = {
  hash: '',
  chainId: sepolia,
  status: null,
  failureReason: null,
  settled: false,
  trouble: null,
  failure: null,
};

/** The four statuses of a record: three in progress, and the one that ends it early. */
export function StatusDots({ tracked }: { tracked: Tracked | null }) {
  return (
    <ol className="dots">
      {way.map(({ status, word }) => {
        const look = lookOf(status, tracked ?? unsent);
        const isCurrent = tracked?.status === status;
        return (
          <li key={status} data-look={look} aria-current={isCurrent ? 'step' : undefined}>
            <span className="dot" aria-hidden="true" />
            <span className="dot-word">{draw(word)}</span>
          </li>
        );
      })}
    </ol>
  );
}
