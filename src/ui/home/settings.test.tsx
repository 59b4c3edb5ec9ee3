import { beforeAll, describe, expect, it } from '@jest/globals';
import { getText } from '../../../test/node/readDialog';
import { view } from '../../../test/review/hostilePages';
import { listParts } from '../../../test/wallet/fakeDialogs';
import { english } from '../../../test/wallet/openDialogs';
import { createSay, type Say } from '../text/words';
import { HomePage } from './page';
import type { SettingFacts } from './settings';

let say: Say;
beforeAll(async () => {
  say = createSay(await english());
});

const draw = (now: SettingFacts['now']) => {
  const node = { name: 'node', title: 'home.set.node', about: 'home.about.node', now } as const;
  const facts = { settings: [node], open: '', isTaken: false };
  return <HomePage view={view} body={{ page: 'settings', facts }} say={say} />;
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

  it('names each network below the line where their values differ', () => {
    const drawn = draw(on('own.example', 'Public nodes'));
    expect(linesOf(drawn)).toContain('Node Change');
    expect(getText(drawn)).toContain('Mainnet: own.example Sepolia: Public nodes');
  });

  it('draws a long value below the line that wallets cannot break', () => {
    const long = 'a-node-of-my-own.withalongernamethanusual.example';
    const drawn = draw([{ label: null, value: long }]);
    expect(linesOf(drawn)).toContain('Node Change');
    expect(getText(drawn)).toContain(`Change ${long}`);
  });
});
