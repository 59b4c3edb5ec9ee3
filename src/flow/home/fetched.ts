import { getErrorKind } from '@xnet/clients/errors';
import type { Fetched } from '../../ui/home/fetched';
import { say } from '../../ui/text/words';
import type { Drawing, OpenPage } from './part';

/** How long to wait for hosts before they count as unavailable. */
const DEADLINE_MS = 8_000;

/**
 * Lets hosts answer about a part, and draws it with what they said, or why they did not.
 * @returns the same, for what is drawn later
 */
export async function fetchPart(
  { module, redraw }: OpenPage,
  drawing: Drawing | (() => Drawing),
  ask: (until: number) => Promise<unknown>,
): Promise<Fetched> {
  const fetched = await ask(module.now() + DEADLINE_MS).then(
    (): Fetched => ({ state: 'known' }),
    // Other errors come from the wallet, for example if it cannot decrypt the user's own node.
    (error): Fetched => ({
      state: 'unavailable',
      triedAt: module.now(),
      why: say(`errors.${getErrorKind(error)}`),
    }),
  );
  await redraw({ ...(typeof drawing === 'function' ? drawing() : drawing), fetched });
  return fetched;
}
