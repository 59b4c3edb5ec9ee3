import { parts } from '../../src/flow/home/parts';
import { homeParts } from '../../src/ui/home/view';

/** Something that the user can do on the module's page; the name may end with what it is about. */
export type Door = {
  readonly type: 'ButtonClickEvent' | 'InputChangeEvent' | 'FormSubmitEvent';
  readonly name: string;
};

const named = (type: Door['type'], by: object = {}): Door[] =>
  Object.keys(by).map((name) => ({ type, name }));

/** All that the page takes, from its parts: a new door is in this list by itself. */
export const doors: readonly Door[] = [
  { type: 'ButtonClickEvent', name: homeParts.go },
  { type: 'ButtonClickEvent', name: homeParts.anew },
  ...Object.values(parts).flatMap(({ press, change, submit }) => [
    ...named('ButtonClickEvent', press),
    ...named('InputChangeEvent', change),
    ...named('FormSubmitEvent', submit),
  ]),
];
