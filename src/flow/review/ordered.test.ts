import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { orderedEvents, type TokenEvent } from '../../../test/chain/orderedEvents';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { watch } from '../../../test/node/shownFacts';
import { inEnglish, party } from '../../../test/review/subject';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import type { Call } from '../../schema/call';
import { chainIds } from '../../schema/primitives';
import { toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';

const [account] = storedAccounts(chainIds.sepolia, 1);
const me = account?.address ?? '';
const USDC = sepolia.tokens.USDC.address;
const { address: ETH } = knownTokens.ETH;
const { friend, stranger } = party;

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
  node.says.balance = 10n ** 20n;
});
afterEach(() => node.stop());

/** What a review shows of these calls. */
async function review(calls: readonly Call[]) {
  const opened = openModule({ sepoliaUrl: node.url, stored: storedDeployed(chainIds.sepolia) });
  const shown = watch(opened);
  await opened.invoke('xnet_executeTxn', { address: me, calls: [...calls] });
  const [facts] = shown;
  if (!facts) throw new Error('Nothing was shown.');
  return facts;
}
const rulesOf = ({ warnings }: { warnings: readonly { rule: string }[] }) =>
  warnings.map(({ rule }) => rule);

/** Changes the events that an honest node would tell. */
const lie = (change: (events: TokenEvent[]) => TokenEvent[]) => {
  node.says.events = ({ transactions }) => change(orderedEvents(transactions));
};
const on = (contractAddress: string, entrypoint: string, ...calldata: string[]): Call => ({
  contractAddress,
  entrypoint,
  calldata,
});
const all = 10n ** 20n;
const transfers = [transferCall(ETH, friend, all), transferCall(USDC, stranger, all)];

describe('the preview of direct calls of listed tokens', () => {
  it('shows what the calls order', async () => {
    const { preview } = await review(transfers);
    expect(preview).toMatchObject({
      state: 'known',
      changes: [{ kind: 'send' }, { kind: 'send' }],
    });
  });

  // @promise T9.3
  it.each<[string, (events: TokenEvent[]) => TokenEvent[]]>([
    ['all of it', () => []],
    ['one of two transfers', ([first]) => (first ? [first] : [])],
    ['the amount', (all) => all.map((one) => ({ ...one, data: ['0x1', '0x0'] }))],
    [
      'the recipient',
      (all) =>
        all.map(({ keys: [name = '', from = ''], ...one }) => ({
          ...one,
          keys: [name, from, '0x77'],
        })),
    ],
    [
      'whose tokens move',
      (all) =>
        all.map(({ keys: [name = '', , to = ''], ...one }) => ({
          ...one,
          keys: [name, '0x77', to],
        })),
    ],
    ['the token', (all) => all.map((one) => ({ ...one, from: party.meme }))],
    [
      'that it is no token id',
      (all) =>
        all.map(({ keys, data, ...one }) => ({ ...one, keys: [...keys, ...data], data: [] })),
    ],
  ])(
    'discards the preview if the node hides %s, and warns of what the calls order',
    async (_, change) => {
      lie(change);
      const facts = await review(transfers);
      expect(facts.preview?.state).toBe('unknown');
      if (facts.preview?.state === 'unknown')
        expect(inEnglish(facts.preview.why)).toBe('The node left out what a call orders.');
      expect(rulesOf(facts)).toEqual(expect.arrayContaining(['previewUnknown', 'tokensAll']));
    },
  );

  // @promise T9.3
  it('needs an event for each of two equal transfers', async () => {
    const twice = [transferCall(ETH, friend, 5n), transferCall(ETH, friend, 5n)];
    expect((await review(twice)).preview?.state).toBe('known');
    lie(([first]) => (first ? [first] : []));
    expect((await review(twice)).preview?.state).toBe('unknown');
  });

  // @promise T9.3
  it.each([
    ['an allowance', on(ETH, 'approve', stranger, ...uint256Felts(5n))],
    ['the end of one', on(ETH, 'approve', stranger, ...uint256Felts(0n))],
    ['a greater one', on(ETH, 'increase_allowance', stranger, ...uint256Felts(5n))],
    ['a transfer from oneself', on(ETH, 'transferFrom', me, stranger, ...uint256Felts(5n))],
    ['a transfer from another', on(ETH, 'transfer_from', friend, me, ...uint256Felts(5n))],
  ])('discards the preview if the node hides %s', async (_, call) => {
    expect((await review([call])).preview?.state).toBe('known');
    lie(() => []);
    expect((await review([call])).preview?.state).toBe('unknown');
  });

  it('accepts an allowance added to the one before', async () => {
    const more = on(ETH, 'increase_allowance', stranger, ...uint256Felts(5n));
    const told = (amount: bigint) => () => [
      { from: ETH, keys: [getSelector('Approval'), me, stranger], data: uint256Felts(amount) },
    ];
    lie(told(7n));
    expect((await review([more])).preview?.state).toBe('known');
    lie(told(4n));
    expect((await review([more])).preview?.state).toBe('unknown');
  });

  it('accepts a preview if nothing moves, or another contract need not tell', async () => {
    lie(() => []);
    for (const call of [
      transferCall(ETH, friend, 0n),
      transferCall(ETH, me, 5n),
      on(party.meme, 'transfer', friend, ...uint256Felts(5n)),
      on(stranger, 'do_something', '0x1'),
    ])
      expect((await review([call])).preview).toMatchObject({ state: 'known', changes: [] });
  });

  // @promise T9.3
  it('warns of all that is sent if the node tells that as much returns', async () => {
    lie((events) => [
      ...events,
      ...events.map(({ from, keys: [name = ''], data }) => ({
        from,
        keys: [name, '0x77', toHex(BigInt(me))],
        data,
      })),
    ]);
    const facts = await review(transfers);
    expect(facts.preview).toMatchObject({ state: 'known', changes: [] });
    expect(rulesOf(facts)).toContain('tokensAll');
  });
});

describe('a preview of a contract on no list', () => {
  // @promise P6.4
  it('notes, without a warning, that it can be staged', async () => {
    const staged = await review([on(stranger, 'do_something', '0x1')]);
    expect(staged.preview).toMatchObject({ state: 'known', canBeStaged: true });
    const listed = await review([transferCall(ETH, friend, 5n)]);
    expect(listed.preview).not.toHaveProperty('canBeStaged');
    expect(staged.warnings.filter(({ severity }) => severity !== 'info')).toEqual(
      staged.warnings.filter(({ rule }) => rule === 'callUnknown'),
    );
  });
});
