import { beforeAll, describe, expect, it } from '@jest/globals';
import { getText } from '../../../test/node/readDialog';
import { view } from '../../../test/review/hostilePages';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { english } from '../../../test/wallet/openDialogs';
import { createSay, type Say } from '../text/words';
import { HomePage } from './page';
import type { SettingFacts } from './settings';
import type { Notice } from './view';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

type More = { open?: string; notice?: Notice };
const draw = (now: SettingFacts['now'], { open = '', notice }: More = {}) => {
  const node = { name: 'node', title: 'home.set.node', about: 'home.about.node', now } as const;
  const body = { page: 'settings', facts: { settings: [node], open, isTaken: false } } as const;
  return <HomePage view={view} body={body} say={say} {...(notice && { notice })} />;
};

/** The lines of a drawing that hold several things, as text. */
const linesOf = (drawn: ReturnType<typeof draw>): string[] =>
  listParts(drawn)
    .filter(({ props }) => props.alignment === 'space-between')
    .map((line) => getText(line as never));

const on = (mainnet: string, sepolia: string) => [
  { label: 'Mainnet', value: mainnet },
  { label: 'Sepolia', value: sepolia },
];

describe('a setting', () => {
  it('draws one line with value and button, once for networks with the same value', () => {
    const drawn = draw(on('own.example', 'own.example'));
    expect(linesOf(drawn)).toContain('Node own.example Change');
    expect(getText(drawn)).not.toContain('Mainnet');
  });

  it('names each network below the line if their values differ', () => {
    const drawn = draw(on('own.example', 'Public nodes'));
    expect(linesOf(drawn)).toContain('Node Change');
    expect(getText(drawn)).toContain('Mainnet: own.example Sepolia: Public nodes');
  });

  it('draws a value below the line that would break the one word of its title', () => {
    const long = 'some words, more than one line has room for';
    expect(linesOf(draw([{ label: null, value: long }]))).toContain('Node Change');
  });

  it('tells what came of a form beside its fields, and at the top if none is open', () => {
    const about = { severity: 'danger', title: 'Not taken', text: 'No address' } as const;
    const read = (open: string, form = open) =>
      getText(draw(on('a', 'b'), { open, notice: { ...about, form } }));
    expect(read('node')).toMatch(/Node Close .*Not taken No address/u);
    expect(read('')).toMatch(/Not taken No address.*Node Change/u);
    // Another form was opened meanwhile.
    expect(read('node', 'prices')).toMatch(/Not taken No address.*Node Close/u);
    // The setting of what is lost is not there.
    expect(read('explorer')).toMatch(/Not taken No address.*Node Change/u);
  });

  it('draws a long value below the line that wallets cannot break', () => {
    const long = 'a-node-of-my-own.withalongernamethanusual.example';
    const drawn = draw([{ label: null, value: long }]);
    expect(linesOf(drawn)).toContain('Node Change');
    expect(getText(drawn)).toContain(`Change ${long}`);
  });
});
