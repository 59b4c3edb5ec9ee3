import type texts from '../../../locales/text/en/warnings.json';
import type { Severity, Warning } from '../../ui/review/facts';
import type { Words } from '../../ui/text/words';

/** From the worst down. */
export const severities = ['critical', 'high', 'caution', 'info'] as const satisfies Severity[];

type Named<K> = K extends `warnings.${infer N}.title` ? N : never;
/** A danger that has a title and a text. */
export type Danger = Named<keyof typeof texts>;

/** The warning of a rule; its rule is named as its texts are. */
export const warning = (
  rule: Danger,
  severity: Severity,
  places: NonNullable<Words['with']> = {},
): Warning => ({
  rule,
  severity,
  title: { say: `warnings.${rule}.title` },
  text: { say: `warnings.${rule}.text`, with: places },
});

/** How bad a value is that should not be above `base` many times; undefined where it is not. */
export const severityOf = (
  value: bigint,
  base: bigint,
  [caution, high]: readonly [caution: bigint, high: bigint],
): 'caution' | 'high' | undefined =>
  value > high * base ? 'high' : value > caution * base ? 'caution' : undefined;
