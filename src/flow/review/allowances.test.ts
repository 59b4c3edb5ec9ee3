import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { readDialog } from '../../../test/node/readDialog';
import { listCalls } from '../../../test/node/signedTransaction';
import { approve, createReview, party, strk, swap, transfer } from '../../../test/review/subject';
import type { OpenDialog } from '../../../test/wallet/fakeDialogs';
import { english } from '../../../test/wallet/openDialogs';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds, sameFelt } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import { transactionHash } from '../../starknet/transactions/transaction';
import { createSay } from '../../ui/text/words';
import type { Evidence } from '../transactions/review';
import { listedTokens } from '../transactions/tokenTable';
import { allowanceFacts, lowerableAllowances, withAllowance } from './allowances';

const STRK = knownTokens.STRK.address;
const spender = party.stranger;
const MOST = `0x${'f'.repeat(32)}`;
const approving = {
  contractAddress: STRK,
  entrypoint: 'approve',
  calldata: [spender, MOST, MOST],
};
const sending = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x5', '0x7', '0x0'] };

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

/** Sends an approval without limit; what the user does with its dialog is the test's. */
async function send(user: (open: OpenDialog) => Promise<boolean>, calls: object[] = [approving]) {
  const [account] = storedAccounts(chainIds.sepolia, 1);
  const opened = openModule({
    sepoliaUrl: node.url,
    stored: {
      plain: {
        version: 1,
        accounts: { [chainIds.sepolia]: [{ ...account, deployment: 'deployed' }] },
      },
    },
    user: (_dialog, open) => {
      if (!open) throw new Error('That is no review.');
      return user(open);
    },
  });
  const granted = { chainId: chainIds.sepolia, address: account?.address ?? '' };
  await opened.module.grants.add('https://dapp.example', [granted]);
  const answer = await opened.invoke('xnet_executeTxn', { address: account?.address, calls });
  const [sent, ...others] = node.sent;
  expect(others).toEqual([]);
  if (sent?.type !== 'INVOKE') throw new Error('It sent no calls.');
  const [record] = await opened.module.transactions.recent(
    chainIds.sepolia,
    account?.address ?? '',
  );
  return { answer, sent, record, calls: listCalls({ calldata: [...sent.calldata] } as never) };
}

const shown = (open: OpenDialog) => readDialog(open.tree());
const confirmOf = (open: OpenDialog) =>
  shown(open).buttons.find((name) => name.includes('confirm.')) ?? '';
const typeIn = async (open: OpenDialog, typed: string, call = 0) => {
  await open.fillIn(`allowance.${call}.amount`, typed);
  await open.send(`allowance.${call}`);
};

describe('an allowance that the user lowers', () => {
  it('draws, simulates, signs and sends the lowered allowance, and returns only the hash', async () => {
    const { answer, sent, record, calls } = await send(async (open) => {
      expect(shown(open).title).toBe('Allow unlimited use of STRK');
      expect(shown(open).warnings.map(({ title }) => title)).toContain(
        'High risk: Unlimited access to a token',
      );
      await typeIn(open, '2.5');
      while (shown(open).title !== 'Allow 2.5 STRK') await open.change();
      const text = JSON.stringify(shown(open));
      expect(text).toContain('spend up to 2.5 STRK');
      expect(text).toContain('The site asks for: unlimited STRK');
      expect(text).not.toMatch(/Unlimited access|any amount of STRK/u);
      expect(text).toContain(`${BigInt(strk(2.5)).toString(16)}`);
      return true;
    });
    expect(calls.map(({ calldata }) => calldata.map(BigInt))).toEqual([
      [BigInt(spender), BigInt(strk(2.5)), 0n],
    ]);
    // The journal tells what was sent, not what was asked for.
    expect(record?.contractCallData.map(Number)).toEqual([spender, strk(2.5), 0].map(Number));
    const hash = transactionHash(sent, chainIds.sepolia);
    expect(answer).toEqual({ transaction_hash: expect.any(String) });
    expect(sameFelt(answer.transaction_hash, hash)).toBe(true);
    const tried = node.trials.filter(({ transactions: [first] }) => first?.version === '0x3');
    expect(tried.at(-1)?.transactions).toEqual([{ ...sent, signature: expect.any(Array) }]);
  });

  it('blocks approval while the amount in the field differs', async () => {
    const { calls } = await send(async (open) => {
      await open.fillIn('understand.1', true);
      expect(confirmOf(open)).toBe('confirm.1');
      await open.fillIn('allowance.0.amount', '2');
      expect(confirmOf(open)).toBe('!confirm.1');
      expect(JSON.stringify(open.tree())).toContain('what you typed would not be signed');
      await open.press('confirm.1');
      await open.fillIn('allowance.0.amount', '');
      expect(confirmOf(open)).toBe('confirm.1');
      return true;
    });
    expect(calls[0]?.calldata.map(BigInt)).toEqual([BigInt(spender), BigInt(MOST), BigInt(MOST)]);
  });

  it('refuses what is no amount with a sentence, and keeps the old one', async () => {
    const { calls } = await send(async (open) => {
      await typeIn(open, '1.5.0');
      expect(JSON.stringify(open.tree())).toContain('“1.5.0” is not one clear amount');
      expect(shown(open).title).toBe('Allow unlimited use of STRK');
      expect(confirmOf(open)).toMatch(/^!/u);
      await typeIn(open, '1.5');
      while (shown(open).title !== 'Allow 1.5 STRK') await open.change();
      return true;
    });
    expect(calls[0]?.calldata.map(BigInt)).toEqual([BigInt(spender), BigInt(strk(1.5)), 0n]);
  });

  it('numbers the allowances by step if there are several', async () => {
    const another = { ...approving, calldata: [party.friend, MOST, MOST] };
    const headings = async (calls: object[]) => {
      const found: string[] = [];
      await send(async (open) => {
        found.push(...(JSON.stringify(open.tree()).match(/"[^"]*Allow less"/gu) ?? []));
        return false;
      }, calls).catch(() => undefined);
      return found;
    };
    expect(await headings([sending, approving])).toEqual(['"Allow less"']);
    expect(await headings([sending, approving, another])).toEqual([
      '"2. Allow less"',
      '"3. Allow less"',
    ]);
  });

  it('changes no other call, and can be nothing', async () => {
    const { calls } = await send(
      async (open) => {
        await typeIn(open, '0', 1);
        while (!JSON.stringify(shown(open)).includes('Stop allowing')) await open.change();
        return true;
      },
      [sending, approving],
    );
    expect(calls.map(({ calldata }) => calldata.map(BigInt))).toEqual([
      [5n, 7n, 0n],
      [BigInt(spender), 0n, 0n],
    ]);
  });
});

describe('what can be lowered', () => {
  const lowerable = (...calls: Evidence['calls'][number][]) =>
    lowerableAllowances({ calls, tokens: listedTokens(chainIds.mainnet) } as unknown as Evidence); // the rest is about other things
  const limit = strk(5);
  const sell = { token: party.strk, amount: limit };
  const swapping = swap(party.router, sell, { token: party.eth, amount: '1' });
  const allowing = approve(party.strk, party.router, limit);

  it('offers allowances of known tokens that no call uses up exactly', () => {
    expect(lowerable(transfer(party.strk, party.friend, '1'), allowing)).toEqual([
      { call: 1, amount: limit },
    ]);
    expect(lowerable(allowing, swapping)).toEqual([]);
    expect(lowerable(approve(party.strk, party.router, strk(6)), swapping)).toHaveLength(1);
    expect(lowerable(approve(party.meme, party.router, limit))).toEqual([]);
    expect(lowerable(approve(party.strk, party.router, '0'))).toEqual([]);
    expect(lowerable(approve(party.strk, party.router, limit, { owner: party.friend }))).toEqual(
      [],
    );
    expect(lowerable(approve(party.punks, party.router, '7', { tokenId: '7' }))).toEqual([]);
  });

  it('describes an amount in words if the token has no symbol', async () => {
    const inEnglish = createSay(await english());
    const token = { address: party.meme, symbol: null, decimals: 6, verified: false };
    const asks = (amount: string) =>
      allowanceFacts(
        createReview({
          allowances: [{ call: 0, amount }],
          calls: [approve(party.meme, party.router, amount)],
          tokens: { [party.meme]: token },
        }),
      ).map(({ unit, asked }) => [inEnglish(unit), inEnglish(asked)]);
    expect(asks('2500000')).toEqual([['tokens', '2.5 of an unknown token']]);
    expect(asks(`${2n ** 256n - 1n}`)).toEqual([['tokens', 'unlimited tokens']]);
  });

  it('refuses to raise an allowance or to change anything else in its name', () => {
    const asked = [{ call: 1, amount: '10' }];
    const calls = [sending, approving];
    const lower = (call: number, amount: string) =>
      withAllowance(calls, asked, { name: 'allowance', call, amount });
    expect(lower(1, '10')[1]?.calldata).toEqual([spender, '0xa', '0x0']);
    expect(lower(1, '3')[0]).toBe(sending);
    for (const [call, amount] of [
      [1, '11'],
      [0, '1'],
      [2, '1'],
    ] as const)
      expect(() => lower(call, amount)).toThrow('No more is allowed');
  });
});
