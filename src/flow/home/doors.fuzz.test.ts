import { beforeAll, describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { findHidden, hostileTexts, listTexts } from '../../../test/random/hostileTexts';
import { type Door, doors } from '../../../test/wallet/doors';
import { filledState } from '../../../test/wallet/filledState';
import { openPage } from '../../../test/wallet/openPage';
import { settingParts } from '../../ui/home/settings';
import { homePages } from '../../ui/home/view';
import { settingNames } from './settings/settings';

/** What a field may hold, or a name may end with, beside texts with hidden characters. */
const odd = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  '0x',
  `0x${'f'.repeat(64)}`,
  `0x${'0'.repeat(63)}1 0x${'0'.repeat(63)}2`,
  '__proto__',
  'constructor.prototype',
  'javascript:alert(1)',
  'http://[::1]:0/%00',
  '{say}{0}',
  'x'.repeat(20_000),
];
const some = hostileTexts.filter((_, at) => at % 100 === 0);

/** Whichever field a form is asked for, it holds the same. */
const formOf = (value: unknown): object =>
  new Proxy({}, { get: () => value, has: () => true, getOwnPropertyDescriptor: () => undefined });

const address = (digit: number) => `0x${digit}`.padEnd(66, '0');
/** What a name may end with, long after its drawing: something that is no more, or never was. */
const gone = ['', '0x0', address(1)];
const ofSettings: ReadonlySet<string> = new Set(Object.values(settingParts));

/** Events at a door: texts that a user typed, and buttons about something that is gone. */
function eventsAt({ type, name }: Door): { type: Door['type']; name: string; value?: unknown }[] {
  const abouts = ofSettings.has(name) ? settingNames : gone;
  if (type === 'ButtonClickEvent') return abouts.map((about) => ({ type, name: name + about }));
  const values = [...odd, ...some, null, undefined, 7, true, [], {}];
  if (type === 'InputChangeEvent') return values.map((value) => ({ type, name, value }));
  return [...values.map(formOf), null, 'text', []].map((value, at) => ({
    type,
    name: name + (abouts[at % abouts.length] ?? ''),
    value,
  }));
}

let stored: Awaited<ReturnType<typeof filledState>>;
beforeAll(async () => {
  stored = await filledState({ accounts: 2, records: 3 });
});

describe('the module’s page', () => {
  it('lists doors of each kind', () => {
    expect(new Set(doors.map(({ type }) => type)).size).toBe(3);
    expect(doors.length).toBeGreaterThan(homePages.length);
  });

  it.each(doors)('stays in sight whatever is put into $type $name', async (door) => {
    const { input, tree } = openPage({
      stored,
      user: () => false,
      choose: () => [],
      fetch: async () => new Response('', { status: 404 }),
    });
    for (const event of eventsAt(door)) {
      // Something that is gone is told by an error of the table; whatever is typed, by the page.
      await input(event).catch((error: unknown) => {
        if (door.type === 'InputChangeEvent' || !(error instanceof ModuleError)) throw error;
      });
      const drawn = await tree();
      expect(listTexts(withoutTyped(drawn)).flatMap(findHidden)).toEqual([]);
    }
  });
});

/** A drawing without what the user's fields hold: it stays as it was typed. */
const withoutTyped = (drawn: unknown): unknown =>
  JSON.parse(
    JSON.stringify(drawn, (_key, part) =>
      part?.type === 'Input' ? { ...part, props: { ...part.props, value: '' } } : part,
    ),
  );
