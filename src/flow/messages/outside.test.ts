import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Call, hash } from 'starknet';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import {
  ANYONE,
  otherAccount,
  outsideMessage,
  outsideMessage3,
  token,
  transfer,
} from '../../../test/messages/outsideExecution';
import type { Parts } from '../../../test/messages/typedDataExample';
import { createAddressBook } from '../../../test/review/subject';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { createTransfer, knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { parseOutsideExecution } from '../../starknet/typedData/outsideExecution';
import { parseTypedData } from '../../starknet/typedData/parse';
import type { Fact } from '../../ui/review/facts';
import { describeOutside, reviewOutside } from './outside';

const NOW = 1_800_000_000;
const [stored] = storedAccounts(chainIds.sepolia, 1) as [StoredAccount]; // one was asked for
const account: StoredAccount = { ...stored, deployment: 'deployed' };
const network = { name: 'Testnet (Sepolia)', chainId: chainIds.sepolia };

/** The review of a message where no node answers. */
async function review(parts: Parts) {
  const { module } = openModule({ now: () => NOW * 1000 });
  const typedData = parseTypedData(parts);
  const outside = parseOutsideExecution(typedData);
  if (!outside) throw new Error('It is no outside execution.');
  const context = { origin: 'https://shop.example', method: 'xnet_signMessage', network };
  const addresses = createAddressBook();
  return reviewOutside(module, { context, account, typedData, addresses, now: NOW }, outside);
}
const facts = async (parts: Parts) => describeOutside(await review(parts));
const window = { after: NOW - 60, before: NOW + 3_600 };
const ordinary = { version: '2', caller: otherAccount, ...window } as const;
const rulesOf = async (parts: Parts) =>
  (await facts(parts)).warnings.map(({ rule, severity }) => `${rule} ${severity}`);
const said = (all: readonly Fact[], say: string) =>
  all.find((fact) => 'label' in fact && JSON.stringify(fact.label).includes(`"${say}"`))?.value;

describe('describeOutside', () => {
  // @promise T14.1
  it('describes who can execute what and when, and shows no fee', async () => {
    const { title, sections, fee, account: shown } = await facts(outsideMessage(ordinary));
    expect(title).toEqual({ say: 'message.titleOutside' });
    const name = { say: 'review.accountNumber', with: { number: '1' } };
    expect(shown).toEqual({ name, index: 0, address: account.address });
    expect(fee).toBeUndefined();
    const [what, when] = sections;
    expect(what?.facts.filter(({ as }) => as === 'sentence')).toHaveLength(2);
    const inWindow = (name: string) => said(when?.facts ?? [], name);
    expect(inWindow('message.outsideThis')).toBe(toAddress(otherAccount));
    expect(inWindow('message.outsideBefore')).toMatchObject({
      with: { seconds: `${NOW + 3_600}` },
    });
    expect(inWindow('message.outsideLength')).toEqual({
      say: 'message.lastsMinutes',
      with: { count: { amount: '60' } },
    });
    expect(inWindow('message.outsideNonce')).toBe('0x99');
    expect(inWindow('review.fee')).toEqual({ say: 'message.outsideFee' });
  });

  it('counts the length of a window from when it opens', async () => {
    const { sections } = await facts(
      outsideMessage({ ...ordinary, after: NOW + 600, before: NOW + 1_200 }),
    );
    expect(said(sections[1]?.facts ?? [], 'message.outsideLength')).toMatchObject({
      with: { count: { amount: '10' } },
    });
    const over = await facts(outsideMessage({ ...ordinary, after: 5, before: 10 }));
    expect(JSON.stringify(over.sections[1])).toContain('message.sessionOver');
  });

  it.each(['1', '2'] as const)(
    'shows every signed value in the details (version %s)',
    async (version) => {
      const { details } = await facts(outsideMessage({ ...ordinary, version }));
      const text = JSON.stringify(details);
      for (const value of ['0x5, 0x10, 0x0', '0x6, 0x11, 0x1', toAddress(token), 'transfer', '153'])
        expect(text).toContain(value);
    },
  );

  it('warns of an ordinary one only that it is a transaction', async () => {
    expect(await rulesOf(outsideMessage(ordinary))).toEqual([
      'outsideExecution high',
      'previewUnknown caution',
    ]);
  });

  it('warns if anyone can carry it out, and for long', async () => {
    const parts = outsideMessage({ ...ordinary, caller: ANYONE, before: NOW + 90_000 });
    expect(await rulesOf(parts)).toEqual(
      expect.arrayContaining(['outsideAnyone high', 'outsideLong high']),
    );
    const [, when] = (await facts(parts)).sections;
    expect(said(when?.facts ?? [], 'message.outsideCaller')).toEqual({
      say: 'message.outsideAnyone',
    });
  });

  it('warns first if it hides under another domain', async () => {
    const parts = outsideMessage(ordinary);
    parts.domain.name = 'Login';
    const [first] = (await facts(parts)).warnings;
    expect(first).toMatchObject({
      rule: 'outsideDomain',
      severity: 'critical',
      text: { with: { name: 'Login' } },
    });
  });

  it('warns if a call would change the account itself', async () => {
    const upgrade = {
      contractAddress: account.address,
      entrypoint: 'upgrade',
      calldata: ['0x5', '0x0'],
    };
    expect(await rulesOf(outsideMessage({ ...ordinary, calls: [upgrade] }))).toContain(
      'controlByMessage critical',
    );
  });

  it('calls a function unreadable that nobody names, and shows it as it is signed', async () => {
    const selector = hash.getSelectorFromName('frobnicate');
    const parts = outsideMessage({ ...ordinary, calls: [transfer('0x5', 16n)] });
    (parts.message.Calls as object[]).push({ To: token, Selector: selector, Calldata: ['0x77'] });
    const shown = await facts(parts);
    expect(shown.warnings[0]).toMatchObject({ rule: 'outsideUnreadable', severity: 'critical' });
    expect(shown.preview).toEqual({ state: 'unknown', why: { say: 'message.outsideNotTried' } });
    expect(shown.sections[0]?.facts).toContainEqual({
      as: 'sentence',
      value: { say: 'message.unreadable', with: { selector } },
    });
    expect(JSON.stringify(shown.details)).toContain('0x77');
  });

  it('notes that there are no calls', async () => {
    const { sections } = await facts(outsideMessage({ ...ordinary, calls: [] }));
    expect(sections[0]?.facts).toEqual([
      { as: 'sentence', value: { say: 'message.outsideNothing' } },
    ]);
  });

  it('shows what is paid beside the calls (version 3)', async () => {
    const fee = {
      'Pay Fee': [
        {
          'Fee Amount': { token_address: token, amount: { low: '0x6f05b59d3b20000', high: 0 } },
          'Fee Receiver': otherAccount,
        },
      ],
    };
    const { sections } = await facts(outsideMessage3(fee));
    expect(sections[0]?.facts.slice(-2)).toEqual([
      {
        as: 'text',
        label: { say: 'message.outsidePays' },
        value: { amount: '0.5', symbol: 'STRK' },
      },
      {
        as: 'address',
        label: { say: 'message.outsidePaysTo' },
        value: toAddress(otherAccount),
      },
    ]);
  });
});

describe('the fee of an outside execution', () => {
  const { STRK } = knownTokens;
  const USDC = sepolia.tokens.USDC.address;
  const friend = toAddress('0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691');
  const lookAlike = toAddress(`${friend.slice(0, 12)}${'9'.repeat(42)}${friend.slice(-12)}`);
  const unlisted = toAddress('0x777');
  const [, savings] = storedAccounts(chainIds.sepolia, 2);
  let node: TrialNode;
  beforeEach(async () => {
    node = await startTrialNode();
    node.says.balance = 5_000_000_000n;
  });
  afterEach(() => node.stop());

  async function open() {
    const accounts = [account, { ...savings, deployment: 'deployed' }];
    const { module } = openModule({
      now: () => NOW * 1000,
      sepoliaUrl: node.url,
      stored: { plain: { accounts: { [chainIds.sepolia]: accounts } } },
    });
    await module.recipients.save(chainIds.sepolia, { address: friend, name: 'Anna' });
    return module;
  }
  type Paid = { token: string; to: string; amount: bigint };
  const ownCall = transfer(savings?.address ?? '', 1n);

  async function factsOf(module: Awaited<ReturnType<typeof open>>, parts: Parts) {
    const typedData = parseTypedData(parts);
    const outside = parseOutsideExecution(typedData);
    if (!outside) throw new Error('It is no outside execution.');
    const context = { origin: 'https://shop.example', method: 'xnet_signMessage', network };
    const addresses = createAddressBook();
    const message = { context, account, typedData, addresses, now: NOW };
    return describeOutside(await reviewOutside(module, message, outside));
  }
  /** A message with a call, and a payment beside it. */
  const asFee = ({ token: paidToken, to, amount }: Paid) => {
    const [low, high] = uint256Felts(amount);
    const paid = { token_address: paidToken, amount: { low, high } };
    const fee = { 'Pay Fee': [{ 'Fee Amount': paid, 'Fee Receiver': to }] };
    return outsideMessage3(fee, { calls: [ownCall] });
  };
  /** The same, with the payment as another call. */
  const asCall = ({ token: paidToken, to, amount }: Paid) =>
    outsideMessage3(
      { 'No Fee': [] },
      { calls: [ownCall, createTransfer(paidToken, to, amount) as Call] },
    );

  // @promise T14.1
  it('raises the warnings of a transfer, whatever is paid to whom', async () => {
    const module = await open();
    const receivers = [
      ...[friend, lookAlike, savings?.address ?? '', account.address, USDC],
      ...['0x0', `0x${'5'.repeat(40)}`, unlisted],
    ];
    const amounts = [
      { token: STRK.address, amount: 1n },
      { token: USDC, amount: 5_000_000_000n },
      { token: unlisted, amount: 2n ** 200n },
    ];
    for (const to of receivers)
      for (const paid of amounts) {
        const [fee, call] = [
          await factsOf(module, asFee({ ...paid, to })),
          await factsOf(module, asCall({ ...paid, to })),
        ];
        expect(fee.warnings).toEqual(call.warnings);
        expect(fee.preview).toEqual(call.preview);
        expect(fee.recipients).toEqual(call.recipients);
      }
  });

  it('stands among what changes, and not as a call', async () => {
    const module = await open();
    const paid = { token: USDC, to: lookAlike, amount: 5_000_000_000n };
    const { warnings, preview, sections } = await factsOf(module, asFee(paid));
    expect(warnings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['addressLookAlike', 'tokenAll']),
    );
    expect(preview).toMatchObject({
      state: 'known',
      changes: expect.arrayContaining([
        expect.objectContaining({ kind: 'send', amount: '5000', symbol: 'USDC' }),
      ]),
    });
    expect(sections[0]?.facts.filter(({ as }) => as === 'sentence')).toHaveLength(1);
    const free = await factsOf(module, outsideMessage3({ 'No Fee': [] }, { calls: [ownCall] }));
    expect(free.warnings.map(({ rule }) => rule)).not.toContain('tokenAll');
  });
});
