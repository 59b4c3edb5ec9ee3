import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Call } from 'starknet';
import type { LocalChain } from '../../scripts/start/localChain';
import { chainIds } from '../../src/schema/primitives';
import { toHex } from '../../src/starknet/felt';
import type { ReviewFacts, ReviewInput } from '../../src/ui/review/facts';
import { startChain } from '../chain/chain';
import { outsideMessage } from '../messages/outsideExecution';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readTransaction, STRK, transfer } from './account';
import { replaceApprove } from './shownFacts';
import { readMaximum } from './signedTransaction';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

/** An open review: its visible facts, and how to change it. */
type Open = {
  facts: ReviewFacts;
  refresh(): Promise<ReviewFacts>;
  change(input: ReviewInput): Promise<ReviewFacts>;
};

/** A user who does something with an open review, then confirms what is visible. */
function lookedAt(
  stored: NonNullable<Parameters<typeof openModule>[0]>['stored'],
  act: (open: Open) => Promise<void>,
) {
  const opened = openModule({ sepoliaUrl: chain.url, ...(stored && { stored }) });
  replaceApprove(opened, () => async (first, describe, live = {}) => {
    let review = first;
    await act({
      facts: describe(first),
      async refresh() {
        review = await needed(live.refresh)(review);
        return describe(review);
      },
      async change(input) {
        review = await needed(live.change)(review, input);
        return describe(review);
      },
    });
    return review;
  });
  return opened;
}
const needed = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The review does not offer that.');
  return value;
};

describe('an open review', () => {
  it('simulates anew, shows a new revert, and signs the same', async () => {
    const owner = await openAccount(chain.url, { addressIndex: 0 });
    const spender = await openAccount(chain.url, { addressIndex: 1 });
    const approve = (amount: bigint) => ({
      contractAddress: STRK,
      entrypoint: 'approve',
      calldata: [spender.address, toHex(amount), '0x0'],
    });
    await owner.invoke('xnet_executeTxn', { address: owner.address, calls: approve(ONE) });
    const drawn: ReviewFacts[] = [];
    const asked = lookedAt(spender.state, async ({ facts, refresh }) => {
      await owner.invoke('xnet_executeTxn', { address: owner.address, calls: approve(0n) });
      drawn.push(facts, await refresh());
      throw new Error('Seen.');
    });
    const calls = {
      contractAddress: STRK,
      entrypoint: 'transfer_from',
      calldata: [owner.address, spender.address, toHex(ONE), '0x0'],
    };
    const { address } = spender;
    await expect(asked.invoke('xnet_executeTxn', { address, calls })).rejects.toThrow('Seen.');
    const [before, after] = drawn;
    expect(before?.preview).toMatchObject({
      state: 'known',
      changes: [{ kind: 'receive', amount: '1' }],
    });
    expect(after?.preview).toMatchObject({
      state: 'reverts',
      reason: 'ERC20: insufficient allowance',
    });
    expect(after?.warnings).toContainEqual(expect.objectContaining({ rule: 'previewReverts' }));
    expect(after?.fee).toEqual(before?.fee);
  });

  it('distinguishes a transaction of another wallet of the phrase from a node that is not there', async () => {
    const { address, invoke, state } = await openAccount(chain.url, { addressIndex: 7 });
    const asked = lookedAt(state, async ({ refresh }) => {
      await invoke('xnet_executeTxn', { address, calls: transfer(1n) });
      await expect(refresh()).rejects.toMatchObject({ kind: 'transactionRejected' });
      throw new Error('Seen.');
    });
    const calls = transfer(2n);
    await expect(asked.invoke('xnet_executeTxn', { address, calls })).rejects.toThrow('Seen.');
  });

  it('changes its speed, and what is confirmed is signed', async () => {
    const { address, state } = await openAccount(chain.url, { addressIndex: 2 });
    const drawn: ReviewFacts[] = [];
    const asked = lookedAt(state, async ({ facts, change, refresh }) => {
      drawn.push(facts, await change({ name: 'speed', value: 'fast' }), await refresh());
    });
    const { transaction_hash } = await asked.invoke('xnet_executeTxn', {
      address,
      calls: transfer(1n),
    });
    const [usual, fast, refreshed] = drawn.map(({ fee }) => fee);
    expect([usual?.speed, fast?.speed]).toEqual(['normal', 'fast']);
    expect(refreshed).toEqual(fast);
    const signed = readMaximum(await readTransaction(chain.url, transaction_hash));
    expect(BigInt(Math.round(Number(fast?.maximum) * 1e15))).toBe(
      BigInt(Math.round(Number(signed) / 1e3)),
    );
    expect(Number(fast?.maximum)).toBeGreaterThan(Number(usual?.maximum));
  });

  const bound = { max_amount: '0x1000000', max_price_per_unit: '0x1000000000' };
  const resourceBounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: bound };
  it.each<[string, number, (address: string, call: Call) => [string, object]]>([
    [
      'a transaction',
      3,
      (address, call) => [
        'xnet_signTransaction',
        {
          address,
          chainId: chainIds.sepolia,
          transactions: [call],
          transactionsDetail: { nonce: '0x1', resourceBounds },
        },
      ],
    ],
    [
      'an outside execution',
      5,
      (signerAddress, call) => {
        const window = { after: 1, before: Math.floor(Date.now() / 1000) + 3_600 };
        const wished = { version: '2' as const, calls: [call], caller: STRK, ...window };
        return [
          'xnet_signMessage',
          {
            signerAddress,
            chainId: chainIds.sepolia,
            typedDataMessage: outsideMessage(wished),
          },
        ];
      },
    ],
  ])(
    'simulates %s that is only signed anew, too',
    async (_, addressIndex, requestFor) => {
      const owner = await openAccount(chain.url, { addressIndex });
      const spender = await openAccount(chain.url, { addressIndex: addressIndex + 1 });
      const allow = (amount: bigint) =>
        owner.invoke('xnet_executeTxn', {
          address: owner.address,
          calls: {
            contractAddress: STRK,
            entrypoint: 'approve',
            calldata: [spender.address, toHex(amount), '0x0'],
          },
        });
      await allow(ONE);
      const drawn: ReviewFacts[] = [];
      const asked = lookedAt(spender.state, async ({ facts, refresh }) => {
        await allow(0n);
        drawn.push(facts, await refresh());
      });
      const [method, params] = requestFor(spender.address, {
        contractAddress: STRK,
        entrypoint: 'transfer_from',
        calldata: [owner.address, spender.address, toHex(ONE), '0x0'],
      });
      const signature = await asked.invoke(method, params);
      expect(drawn.map(({ preview }) => preview?.state)).toEqual(['known', 'reverts']);
      // The signature is the same as without a refresh.
      expect(signature).toEqual(await spender.invoke(method, params));
    },
    60_000,
  );
});
