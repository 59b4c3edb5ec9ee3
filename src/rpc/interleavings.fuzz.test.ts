import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import fc from 'fast-check';
import { grouped } from '../../test/node/readDialog';
import vectors from '../../test/vectors/accounts.json';
import { shownNetworks } from '../../test/wallet/openModule';
import {
  type Asked,
  after,
  createGrantedState,
  openScheduled,
  tokenName,
} from '../../test/wallet/overlap';
import {
  createRequest,
  expectedSignature,
  FIRST_NONCE,
  getAccount,
  getAddress,
  MADE,
  type Operation,
  type Outcome,
  wish,
} from '../../test/wallet/overlapOperations';
import { chainIds } from '../schema/primitives';

const RUNS = Number(process.env.XNET_INTERLEAVINGS ?? 3_000);

const kindOf = ({ error }: Outcome) => (error instanceof ModuleError ? error.kind : error);

/** What was signed is what its own dialog showed, and nothing was without one. */
function checkSigned(ended: Outcome, asked: readonly Asked[]): void {
  const { kind, number, origin, chainId, account } = ended;
  const own = asked.filter(({ title, texts }) =>
    kind === 'message'
      ? title.startsWith('Sign “') && texts.some((text) => text.includes(`Order ${number}`))
      : title === 'Sign transaction' && after(texts, 'Nonce') === String(FIRST_NONCE + number),
  );
  if (own.length === 0) {
    const refused = ['limitExceeded', 'siteBlocked'];
    expect(
      createGrantedState.includes(origin) ? refused : [...refused, 'unknownAccount'],
    ).toContain(kindOf(ended));
    return;
  }
  expect(own).toHaveLength(1);
  const [dialog] = own as [Asked];
  expect(dialog.origin).toBe(origin);
  expect(dialog.network).toEqual(shownNetworks[chainId]);
  expect(dialog.texts).toContain(grouped(getAddress(account)));
  expect(dialog.texts).not.toContain(grouped(getAddress(1 - account)));
  if (!dialog.agreed) {
    expect(kindOf(ended)).toBe('userRejected');
    return;
  }
  const reply = kind === 'message' ? String(ended.reply).split(',') : ended.reply;
  expect(reply).toStrictEqual(expectedSignature(ended));
}

/** The error of every other request is one that its user or the limits explain. */
function checkReply(ended: Outcome): void {
  const { kind, account, number, reply } = ended;
  if (ended.error !== undefined) {
    const allowed = ['userRejected', 'limitExceeded', 'siteBlocked', 'unknownAccount'];
    expect(allowed).toContain(kindOf(ended));
    return;
  }
  if (kind === 'create') expect(reply).toMatchObject({ address: getAddress(MADE) });
  if (kind === 'key') expect(reply).toBe(getAccount(account).publicKey);
  if (kind === 'name') expect(reply).toMatchObject({ accountName: `Name ${number}` });
  if (kind === 'token') expect(reply).toMatchObject({ name: tokenName(number) });
}

type Stored = {
  accounts: Record<string, { address: string; name: string }[]>;
  grants?: Record<string, { chainId: string; address: string }[]>;
  tokens?: Record<string, { address: string }[]>;
  network?: string;
  siteNetworks?: Record<string, string>;
};

/** All that the user agreed to is kept, for the site that asked, and nothing else is. */
function checkState(plain: Stored, ended: readonly Outcome[], asked: readonly Asked[]): void {
  const agreed = asked.filter((each) => each.agreed);
  const shown = (dialog: Asked) =>
    vectors.accounts
      .map(({ argent040 }) => argent040)
      .filter((own) => dialog.chosen.includes(own) || dialog.texts.includes(grouped(own)));
  const on = (chainId: string, title: string) =>
    agreed.filter((each) => each.title === title && each.network === shownNetworks[chainId]);

  for (const chainId of Object.values(chainIds)) {
    const accounts = plain.accounts[chainId] ?? [];
    const made = on(chainId, 'Create account').flatMap(shown);
    const addresses = new Set([getAddress(0), getAddress(1), ...made]);
    const there = new Set(accounts.map(({ address }) => address));
    expect(there.size).toBe(accounts.length);
    for (const address of addresses) expect([...there]).toContain(address);
    // What a site saw on the other network went there with it.
    const isFollowed = agreed.some(({ title }) => title === 'Switch network');
    const anywhere = new Set([
      ...addresses,
      ...Object.values(chainIds).flatMap((other) => on(other, 'Create account').flatMap(shown)),
    ]);
    for (const address of there)
      expect([...(isFollowed ? anywhere : addresses)]).toContain(address);
    for (const { address, name } of accounts) {
      const named = ended.filter(
        (each) =>
          each.kind === 'name' &&
          each.chainId === chainId &&
          (each.reply as { address?: string } | undefined)?.address === address,
      );
      const known = vectors.accounts.find(({ argent040 }) => argent040 === address);
      const first = `Account ${Number(known?.addressIndex) + 1}`;
      // They are in the order in which they ended.
      const last = named.at(-1);
      expect(name).toBe(last ? `Name ${last.number}` : first);
    }
    const added = on(chainId, 'Add token').map(({ texts }) => after(texts, 'Contract'));
    const tokens = plain.tokens?.[chainId] ?? [];
    expect(tokens.map(({ address }) => grouped(address)).sort()).toEqual(added.sort());
  }

  const granted = agreed.flatMap((dialog) => {
    const title = ['Create account', 'Share account', 'Share accounts'].includes(dialog.title);
    const addresses = dialog.title === 'Share accounts' ? dialog.chosen : shown(dialog);
    return title ? addresses.map((one) => [dialog.origin, one].join(' ')) : [];
  });
  for (const origin of createGrantedState)
    granted.push(...[0, 1].map((at) => [origin, getAddress(at)].join(' ')));
  const kept = Object.entries(plain.grants ?? {}).flatMap(([origin, grants]) =>
    grants.map(({ address }) => [origin, address].join(' ')),
  );
  expect([...new Set(kept)].sort()).toEqual([...new Set(granted)].sort());

  // Each site is where its user let it go last, and the page stays.
  expect(plain.network).toBeUndefined();
  for (const origin of new Set(ended.map((each) => each.origin))) {
    const targets = agreed
      .filter((each) => each.title === 'Switch network' && each.origin === origin)
      .map(({ texts }) => texts.find((text) => text.includes('→'))?.split('→ ')[1]);
    const current = shownNetworks[plain.siteNetworks?.[origin] ?? chainIds.sepolia];
    const start = shownNetworks[chainIds.sepolia];
    expect(targets.length === 0 ? [start] : targets).toContain(current);
  }
}

async function play(
  scheduler: fc.Scheduler,
  wishes: readonly Operation[],
  decisions: readonly boolean[],
): Promise<void> {
  const { invoke, asked, state } = openScheduled(scheduler, decisions);
  const ended: Outcome[] = [];
  const requests = wishes.map(async (each, number) => {
    const [method, params] = createRequest({ ...each, number });
    const outcome = await invoke(method, params, each.origin).then(
      (reply) => ({ reply }),
      (error) => ({ error }),
    );
    ended.push({ ...each, number, ...outcome });
  });
  await scheduler.waitFor(Promise.all(requests));
  for (const each of ended) {
    if (each.kind === 'message' || each.kind === 'transaction') checkSigned(each, asked);
    else checkReply(each);
  }
  // Written by the module alone, in the shapes of src/state.
  checkState(state.plain as Stored, ended, asked);
}

describe('overlapping requests, in any order of the wallet’s answers', () => {
  // @promise T5.3
  it(
    `signs what each dialog showed, and loses nothing, in ${RUNS} interleavings`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.array(wish, { minLength: 2, maxLength: 5 }),
          fc.array(fc.constantFrom(true, true, true, false), { minLength: 1, maxLength: 7 }),
          play,
        ),
        { numRuns: RUNS, seed: process.env.XNET_INTERLEAVINGS === undefined ? 1 : Date.now() },
      );
    },
    Math.max(240_000, RUNS * 80),
  );
});
