import { enums, type Infer, integer, nullable, object, string } from '@metamask/superstruct';
import { type ErrorKind, errorKinds } from '@xnet/clients/errors';
import { ChainId } from '../schema/primitives';
import { dispensable, type Store, stateEntry } from './store';

/** Acts that the user can ask for on the module's page; each has a title of that name. */
const pageActs = [
  'calls.upgradeTitle',
  'home.account',
  'home.addToken',
  'home.allowances',
  'home.create',
  'home.endSession',
  'home.move',
  'home.send',
  'review.hideAccount',
  'review.showKey',
] as const;

const Outcome = object({
  act: enums(pageActs),
  /** Carried out, closed before the user answered, perhaps sent, or why it failed. */
  how: enums(['done', 'closed', 'unclear', ...(Object.keys(errorKinds) as ErrorKind[])]), // the keys are the kinds
  chainId: ChainId,
  /** Next page: name of a part, and what it is about. */
  page: string(),
  about: string(),
  /** Unix milliseconds. */
  at: integer(),
});
export type Outcome = Infer<typeof Outcome>;

const outcomeEntry = dispensable(stateEntry('outcome', nullable(Outcome), null));

/** Outcome of the user's last act if the page was gone by then: the next one tells it, once. */
export const createOutcome = (store: Store) => ({
  keep: (outcome: Outcome): Promise<void> => store.write(outcomeEntry, outcome),
  async take(): Promise<Outcome | null> {
    const outcome = await store.read(outcomeEntry);
    if (outcome) await store.write(outcomeEntry, null);
    return outcome;
  },
});
