import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import { openSponsor, PAYMASTER_KEY } from '../../../test/review/openSponsor';
import { type PaymasterServer, startPaymasterServer } from '../../../test/review/paymasterServer';
import { createClock } from '../../../test/wallet/clock';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import type { StoredAccount } from '../../schema/account';
import { chainIds, sameFelt } from '../../schema/primitives';
import { knownTokens } from '../../starknet/tokens/erc20';
import type { TransactionRequest } from '../transactions/plan';
import { OWN, payOptions } from './options';
import { SPONSORED } from './sponsor';

const { ETH, STRK } = knownTokens;
/** Whose balances the node knows. */
const [holder] = storedAccounts(chainIds.sepolia, 1);
const USDC = sepolia.tokens.USDC;

let paymaster: PaymasterServer;
let node: FaultServer;
let balances: Record<string, string>;
beforeEach(async () => {
  balances = { [STRK.address]: '0x5', [ETH.address]: '0x1' };
  paymaster = await startPaymasterServer({ key: PAYMASTER_KEY });
  node = await startFaultServer(answer);
});
afterEach(async () => {
  await node.stop();
  await paymaster.stop();
});

type ViewCall = { contract_address: string; calldata: string[] };

/** A node that knows balances alone. */
function answer(method: string, params: unknown): RpcAnswer {
  if (method === 'starknet_chainId') return { result: chainIds.sepolia };
  if (method === 'starknet_specVersion') return { result: '0.10.0' };
  const { contract_address, calldata } = (params as { request: ViewCall }).request;
  const held = Object.entries(balances).find(
    ([address]) =>
      sameFelt(address, contract_address) && sameFelt(String(calldata), String(holder?.address)),
  );
  return { result: [held?.[1] ?? '0x0', '0x0'] };
}

async function open(key = PAYMASTER_KEY, url = paymaster.url, clock = {}) {
  const opened = await openSponsor(url, { key, sepoliaUrl: node.url, ...clock });
  const { account } = opened.review;
  const { request } = opened;
  const options = (changes: Partial<TransactionRequest> = {}) =>
    payOptions(opened.module, { ...request, ...changes });
  return { ...opened, account, options };
}
const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);

describe('what a fee can be paid with', () => {
  it('offers STRK, the tokens that the account holds, and the paymaster itself', async () => {
    const { options } = await open();
    await expect(options()).resolves.toEqual([
      { value: OWN, label: 'STRK' },
      { value: ETH.address, label: 'ETH' },
      { value: SPONSORED, label: { say: 'fees.sponsored' } },
    ]);
    expect(paymaster.asked).toHaveLength(1);
    expect(node.seen).toHaveLength(1);
  });

  it('omits the paymaster itself without a key', async () => {
    const { options } = await open('');
    expect(values(await options())).toEqual([OWN, ETH.address]);
  });

  it('omits a token that the account lacks or the paymaster does not take', async () => {
    balances = { [USDC.address]: '0x5' };
    const { options } = await open();
    expect(values(await options())).toEqual([OWN, SPONSORED]);
  });

  it('omits a token with other decimals at the paymaster', async () => {
    balances = { [ETH.address]: '0x5', [USDC.address]: '0x5' };
    const taken = { token_address: ETH.address, decimals: 6, price_in_strk: '0x1' };
    const other = await startFaultServer(() => ({ result: [taken] }));
    try {
      const { options } = await open(PAYMASTER_KEY, other.url);
      expect(values(await options())).toEqual([OWN, SPONSORED]);
      expect(node.seen).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('offers no choice if only STRK is left', async () => {
    balances = { [STRK.address]: '0x5' };
    const { options } = await open('');
    await expect(options()).resolves.toEqual([]);
  });

  it('offers no choice without a paymaster, and sends no request', async () => {
    const { module, options } = await open();
    await module.settings.paymasters.choose(chainIds.sepolia, undefined);
    await expect(options()).resolves.toEqual([]);
    expect([...paymaster.asked, ...node.seen]).toEqual([]);
  });

  const bounds = { max_amount: '0x1', max_price_per_unit: '0x1' };
  it.each<[string, Partial<TransactionRequest>]>([
    ['a nonce', { details: { nonce: '0x1' } }],
    ['a tip', { details: { tip: '0x1' } }],
    ['a limit of the fee', { details: { maxFee: '0x1' } }],
    [
      'bounds',
      { details: { resourceBounds: { l1_gas: bounds, l1_data_gas: bounds, l2_gas: bounds } } },
    ],
    ['no calls', { calls: [] }],
    ['a class', { declares: {} as NonNullable<TransactionRequest['declares']> }],
  ])('offers no choice for a transaction with %s', async (_, changes) => {
    const { options } = await open();
    await expect(options(changes)).resolves.toEqual([]);
    expect(paymaster.asked).toEqual([]);
  });

  it.each<[string, Pick<StoredAccount, 'accountClass'>]>([
    ['is of Cairo 0', { accountClass: 'argent024' }],
    ['is of Cairo 0, of another vendor', { accountClass: 'braavosCairo0' }],
    ['is of a class that is not known', { accountClass: 'other' }],
  ])('offers no choice for an account that %s', async (_, changes) => {
    const { account, options } = await open();
    await expect(options({ account: { ...account, ...changes } })).resolves.toEqual([]);
  });

  it('offers the same for an account that is not deployed', async () => {
    const { account, options } = await open();
    const undeployed = { ...account, deployment: 'unknown' as const };
    expect(await options({ account: undeployed })).toEqual(await options());
  });

  it('offers what is left when node or paymaster fails', async () => {
    const { options } = await open();
    paymaster.fail({ code: 163, message: 'An error occurred' });
    expect(values(await options())).toEqual([OWN, SPONSORED]);
    paymaster.fail(undefined);
    node.always({ kind: 'status', status: 404 });
    expect(values(await options())).toEqual([OWN, SPONSORED]);
  });

  it('waits a second and a half at most, whoever takes how much of it', async () => {
    const clock = createClock({ pausesUpToMs: 0 });
    const slow = await startFaultServer(() => {
      clock.advance(1_000);
      const taken = { token_address: ETH.address, decimals: 18, price_in_strk: '0x1' };
      return { result: [taken] };
    });
    try {
      node.always({ kind: 'hang' });
      const { options } = await open(PAYMASTER_KEY, slow.url, clock);
      const withoutNode = options();
      await node.received(1);
      clock.advance(500);
      expect(values(await withoutNode)).toEqual([OWN, SPONSORED]);
      slow.always({ kind: 'hang' });
      const withoutBoth = options();
      await slow.received(2);
      clock.advance(1_500);
      expect(values(await withoutBoth)).toEqual([OWN, SPONSORED]);
    } finally {
      await slow.stop();
    }
  });
});
