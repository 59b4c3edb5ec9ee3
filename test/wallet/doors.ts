import type { Part } from '../../src/flow/home/part';
import { parts } from '../../src/flow/home/parts';
import { type HomePageName, homePages, homeParts } from '../../src/ui/home/view';

/** Something that the user can do on the module's page; the name may end with what it is about. */
export type Door = {
  readonly type: 'ButtonClickEvent' | 'InputChangeEvent' | 'FormSubmitEvent';
  readonly name: string;
  /** The part of the page that it is on. */
  readonly page: HomePageName;
};

function doorsOf(page: HomePageName): Door[] {
  const { press = {}, change = {}, submit = {} }: Part<HomePageName> = parts[page];
  const named = (type: Door['type'], by: object): Door[] =>
    Object.keys(by).map((name) => ({ type, name, page }));
  return [
    ...named('ButtonClickEvent', press),
    ...named('InputChangeEvent', change),
    ...named('FormSubmitEvent', submit),
  ];
}

/** All that the page takes, from its parts: a new door is in this list by itself. */
export const doors: readonly Door[] = [
  { type: 'ButtonClickEvent', name: homeParts.go, page: 'main' },
  { type: 'ButtonClickEvent', name: homeParts.anew, page: 'main' },
  ...homePages.flatMap(doorsOf),
];
