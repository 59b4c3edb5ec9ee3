import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../../scripts/root';
import type { Seen } from '../installed/connected';
import { installedWallet } from '../installed/installedWallet';

/** Rows of the reference's table of wallet errors. */
const [, section = ''] = readFileSync(join(root, 'docs/develop/connect.md'), 'utf8').split(
  '## When it fails',
);
type Failure = { code?: unknown; message: string } | null;
const rows = [...section.matchAll(/^\| `\w+` +\| (.*?) +\| (.*?) +\|$/gmu)].map(
  ([, errors = '', advice]) => ({
    advice,
    // A code, a text, or a code with one of several texts.
    ways: errors.split(', or ').map((way) => ({
      code: /-?\d{4,5}/u.exec(way)?.[0],
      words: [...way.matchAll(/“([^”]+)”/gu)].map(([, words = '']) => words),
    })),
  }),
);
/** The reference's advice on an error. */
const adviceOn = (error: Failure): (string | undefined)[] =>
  rows
    .filter(({ ways }) =>
      ways.some(
        ({ code, words }) =>
          (code !== undefined || words.length > 0) &&
          (code === undefined || Number(code) === error?.code) &&
          (words.length === 0 || words.some((one) => error?.message.includes(one))),
      ),
    )
    .map(({ advice }) => advice);

let seen: Seen;
beforeAll(async () => {
  seen = await installedWallet<Seen>('connected.ts');
}, 240_000);

/** With a long gap without listeners: lost its account, then got it back. */
const lostAndFound = [
  [0, 1],
  [1, 0],
  [0, 1],
];
const notConnected = [expect.stringContaining('Your page is not connected')];

describe('a page of the connector', () => {
  it('advises another wallet if this one does not list the module', () => {
    const { connecting, asking, state } = seen.unlisted;
    expect(connecting?.message).toContain('allowlist');
    expect(adviceOn(connecting)).toEqual([expect.stringContaining('offer another one')]);
    expect(adviceOn(asking)).toEqual(notConnected);
    expect(state).toBeNull();
  });

  it('loses its account and advises what to do while the module is switched off', () => {
    const { asking, connecting, ...rest } = seen.disabled;
    const switchOn = [expect.stringContaining('have the user switch it on')];
    expect([asking, connecting].map(adviceOn)).toEqual([switchOn, switchOn]);
    expect(rest).toEqual({ state: null, again: 1, told: lostAndFound });
  });

  it('advises to look before it asks again if the module ended during a dialog', () => {
    expect(adviceOn(seen.ended.asking)).toEqual([expect.stringContaining('xnet_getTransactions')]);
  });

  it('reconnects with the user after the module was removed', () => {
    const { asking, ...rest } = seen.removed;
    expect(adviceOn(asking)).toEqual(notConnected);
    expect(rest).toEqual({ state: null, again: 1, told: lostAndFound });
  });

  it('updates an older module, once, if it states its versions', () => {
    const { refused, ...rest } = seen.older;
    expect(rest).toEqual({
      before: '0.1.0',
      unknown: 'methodNotFound',
      after: '0.2.1',
      again: null,
    });
    expect(adviceOn(refused)).toEqual([expect.stringContaining('none of the versions')]);
  });
});
