import { describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { dangerous } from '../../../test/messages/dangerous';
import { ordinary } from '../../../test/messages/ordinary';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { createAddressBook } from '../../../test/review/subject';
import { memoryStorage } from '../../../test/wallet/memoryStorage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import type { StoredAccount } from '../../schema/account';
import { chainIds } from '../../schema/primitives';
import { parseTypedData } from '../../starknet/typedData/parse';
import { createSignatures } from '../../state/signatures';
import { createStore } from '../../state/store';
import { readGrant } from './grants';
import { recordSignedCalls, recordSignedMessage } from './heldSignatures';

const NOW = 1_800_000_000;
const DAY = 86_400;
const chainId = chainIds.sepolia;
const [account] = storedAccounts(chainId, 1) as [StoredAccount]; // one was asked for
const context = {
  origin: 'https://app.shop.example',
  method: 'xnet_signMessage',
  network: { name: 'Testnet (Sepolia)', chainId },
};

const open = () => ({ signatures: createSignatures(createStore(memoryStorage().storage)) });
const reviewOf = (parts: unknown, now = NOW) => ({
  context,
  account,
  typedData: parseTypedData(structuredClone(parts)),
  addresses: createAddressBook(),
  now,
});
const everyMessage = [
  ...Object.entries(ordinary),
  ...Object.entries(dangerous).map(([name, { parts }]) => [name, parts] as const),
];

describe('recordSignedMessage', () => {
  it.each(everyMessage)('notes %s exactly if it grants something', async (_, parts) => {
    const module = open();
    const review = reviewOf(parts);
    const { sessions, moves, kind } = readGrant(review);
    await recordSignedMessage(module, review);
    const isGrant = sessions.length > 0 || moves !== null || kind === 'delegation';
    expect(await module.signatures.alive(chainId, NOW)).toHaveLength(isGrant ? 1 : 0);
  });

  it('notes site, account, power and end of a session, until it ends', async () => {
    const module = open();
    const ends = NOW + 7 * DAY;
    const parts = sessionMessage({ expires: ends });
    await recordSignedMessage(module, reviewOf(parts));
    expect(await module.signatures.alive(chainId, NOW)).toEqual([
      {
        site: context.origin,
        account: account.address,
        power: 'session',
        type: parts.primaryType,
        ends,
        signedAt: NOW,
        hash: oracle.getMessageHash(structuredClone(parts) as never, account.address), // as it is typed there
      },
    ]);
    expect(await module.signatures.alive(chainId, ends)).toEqual([]);
  });

  it('keeps the newest fifty, and none that has ended', async () => {
    const module = open();
    await recordSignedCalls(module, reviewOf(ordinary['a bid']), NOW + 1);
    for (let count = 0; count < 60; count += 1)
      await recordSignedCalls(module, reviewOf(ordinary['a bid'], NOW + 10 + count), NOW + DAY);
    const signatures = await module.signatures.alive(chainId, NOW);
    expect(signatures).toHaveLength(50);
    expect(signatures.at(-1)?.signedAt).toBe(NOW + 69);
    expect(signatures.every(({ ends }) => ends === NOW + DAY)).toBe(true);
  });

  it('keeps a session that lives, whatever else is signed after it', async () => {
    const module = open();
    const sign = (at: number) =>
      recordSignedMessage(module, reviewOf(sessionMessage({ expires: NOW + 7 * DAY }), at));
    await sign(NOW);
    for (let count = 0; count < 60; count += 1)
      await recordSignedCalls(module, reviewOf(ordinary['a bid'], NOW + 10 + count), NOW + DAY);
    const [first, ...others] = await module.signatures.alive(chainId, NOW);
    expect(first?.power).toBe('session');
    expect(others.map(({ signedAt }) => signedAt)).toEqual(
      Array.from({ length: 49 }, (_, at) => NOW + 21 + at),
    );
    for (let count = 0; count < 55; count += 1) await sign(NOW + 100 + count);
    const sessions = await module.signatures.alive(chainId, NOW);
    expect(sessions.map(({ signedAt }) => signedAt)).toEqual(
      Array.from({ length: 50 }, (_, at) => NOW + 105 + at),
    );
  });
});
