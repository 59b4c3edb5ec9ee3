import { Button, Section, Text } from '@metamask/snaps-sdk/jsx';
import { Note } from '../review/draw';
import type { Label } from '../review/facts';
import type { Shown } from './shown';

/** Whether hosts have answered about a part; until then it is drawn from what is stored. */
export type Fetched =
  | { readonly state: 'unread' | 'reading' | 'known' }
  /** `triedAt` in unix milliseconds. */
  | { readonly state: 'unavailable'; readonly triedAt: number; readonly why: Label };

/** What a part says while hosts answer, and if they did not, with a button that tries again. */
export const drawFetched = (
  fetched: Fetched,
  retry: string,
  { when, say }: Pick<Shown<unknown>, 'when' | 'say'>,
) => {
  if (fetched.state === 'reading') return <Note>{say({ say: 'home.readingNode' })}</Note>;
  if (fetched.state !== 'unavailable') return null;
  return (
    <Section>
      <Text color="error">
        {say({ say: 'home.nodeUnavailable', with: { time: when(fetched.triedAt) } })}
      </Text>
      <Note>{say(fetched.why, 200)}</Note>
      <Button name={retry}>{say({ say: 'home.retry' })}</Button>
    </Section>
  );
};
