import { type ErrorKind, errorKinds } from '@xnet/clients/errors';
import type { State } from '../../module';
import type { ActivityFacts } from '../../ui/home/activity';
import { say, type TextName } from '../../ui/text/words';

const isKind = (kind: string | undefined): kind is ErrorKind =>
  kind !== undefined && Object.hasOwn(errorKinds, kind);

/** A page of what sites asked, newest first. */
export async function activityFacts(module: State, page: number): Promise<ActivityFacts> {
  const { entries, pages } = await module.activity.list(page);
  return {
    page,
    pages,
    lines: entries.map(({ at, origin, method, outcome, times, kind }) => ({
      at,
      origin,
      // Every method has a text of this name; a test holds it.
      what: say(`home.asked.${method}` as TextName),
      outcome,
      why: isKind(kind) ? say(`errors.${kind}`) : null,
      times,
    })),
  };
}
