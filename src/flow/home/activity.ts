import { type ErrorKind, errorKinds } from '@xnet/clients/errors';
import { inOneLine } from '../../starknet/traces/revertReason';
import { homeParts } from '../../ui/home/view';
import { say, type TextName } from '../../ui/text/words';
import type { Part } from './part';

const isKind = (kind: string | undefined): kind is ErrorKind =>
  kind !== undefined && Object.hasOwn(errorKinds, kind);

/** A page of the sites' requests, newest first. */
export const activityPart: Part<'activity'> = {
  async facts(module, { older: page }) {
    const { entries, pages } = await module.activity.list(page);
    return {
      page,
      pages,
      lines: entries.map(({ method, kind, told, ...entry }) => ({
        ...entry,
        ...(told !== undefined && { told: inOneLine(told) }),
        // A test holds that every method has a text of this name.
        what: say(`home.asked.${method}` as TextName),
        why: isKind(kind) ? say(`errors.${kind}`) : null,
      })),
    };
  },
  press: {
    [homeParts.turn]: ({ show }, older) => show({ older: Math.trunc(Number(older)) || 0 }),
  },
};
