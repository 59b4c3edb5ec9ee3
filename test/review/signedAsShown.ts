import { expect } from '@jest/globals';
import fc from 'fast-check';
import { chainIds } from '../../src/schema/primitives';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { networkLimits } from '../../src/starknet/transactions/networkLimits';
import type { Transaction } from '../../src/starknet/transactions/transaction';
import { readDialog, type Shown } from '../node/readDialog';
import { readSigned } from '../node/readSigned';
import { isSigned, listCalls } from '../node/signedTransaction';
import { hostileTexts } from '../random/hostileTexts';
import { createClock } from '../wallet/clock';
import { listElements } from '../wallet/fakeDialogs';
import { openModule, shownNetworks } from '../wallet/openModule';
import { storedAccounts } from '../wallet/storedAccounts';

/** No grants and no limits apply to them: only how they are shown is tested. */
const origins = ['https://dapp.example', ...hostileTexts.filter(({ length }) => length)];

/** The slow checks, signatures and rules, run for one in this many requests. */
const SAMPLE = 100;
/** Requests per module: a review considers everything it has signed that may still be sent. */
const SESSION = 25;

const hex = (value: bigint) => `0x${value.toString(16)}`;
const upTo = (max: bigint) => fc.oneof(fc.bigInt(0n, max), fc.constantFrom(0n, 1n, max)).map(hex);
const PRIME = 2n ** 251n + 17n * 2n ** 192n + 1n;
const felt = fc.oneof({ weight: 3, arbitrary: upTo(2n ** 128n - 1n) }, upTo(PRIME - 1n));
const address = fc.oneof(
  fc.constantFrom(...Object.values(knownTokens).map((token) => token.address)),
  fc.bigInt(1n, 2n ** 251n - 257n).map(hex),
);
/** Entry points of tokens and contracts, each with matching calldata or any. */
const entrypoint = fc.oneof(
  fc.constantFrom(
    'transfer',
    'approve',
    'transfer_from',
    'transferFrom',
    'increase_allowance',
    'permit',
    'set_approval_for_all',
    'upgrade',
    'change_owner',
    'deployContract',
    'swap',
    'mint',
  ),
  fc.stringMatching(/^[a-z_][a-zA-Z0-9_]{0,30}$/u),
);
const call = fc.record({
  contractAddress: address,
  entrypoint,
  calldata: fc.oneof(
    fc.tuple(address, felt, fc.constant('0x0')),
    fc.array(felt, { maxLength: 12 }),
  ),
});
const boundUpTo = (maxAmount: bigint) =>
  fc.record({ max_amount: upTo(maxAmount), max_price_per_unit: upTo(2n ** 128n - 1n) });
const bound = boundUpTo(2n ** 64n - 1n);
const l2Bound = fc.record({
  max_amount: upTo(networkLimits.INVOKE.l2Gas),
  max_price_per_unit: upTo(2n ** 128n - 1n - networkLimits.INVOKE.l2GasPrice).map(
    (price) => `0x${(BigInt(price) + networkLimits.INVOKE.l2GasPrice).toString(16)}`,
  ),
});
// The network refuses L2 before the dialog.
const mode = fc.constant('L1');
const request = fc.record({
  chainId: fc.constantFrom(...Object.values(chainIds)),
  account: fc.nat(1),
  origin: fc.constantFrom(...origins),
  calls: fc.array(call, { minLength: 1, maxLength: 4 }),
  details: fc.record({
    nonce: upTo(2n ** 64n - 1n),
    tip: upTo(2n ** 64n - 1n),
    nonceDataAvailabilityMode: mode,
    feeDataAvailabilityMode: mode,
    resourceBounds: fc.record({ l1_gas: bound, l1_data_gas: bound, l2_gas: l2Bound }),
  }),
});
type TransactionRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** The module without a node, recording what the signer got and what was drawn. */
function openStudio(signs: () => boolean) {
  const clock = createClock();
  const opened = openModule({
    validates: listElements(SAMPLE),
    companions: origins,
    now: clock.now,
    setTimer: clock.setTimer,
    fetch: async () => new Response('', { status: 404 }),
    stored: {
      plain: {
        version: 1,
        accounts: Object.fromEntries(
          Object.values(chainIds).map((id) => [id, storedAccounts(id, 2)]),
        ),
      },
    },
  });
  const given: { transaction: Transaction; chainId: string }[] = [];
  const { module } = opened;
  const { requestKeys } = module;
  let signed = 0;
  module.requestKeys = (compute) => {
    const keys = requestKeys(compute);
    return {
      ...keys,
      async sign(approved, chainId) {
        for (const transaction of approved.transactions) given.push({ transaction, chainId });
        signed += 1;
        if (signs()) return keys.sign(approved, chainId);
        return approved.transactions.map((transaction) => ({
          hash: hex(BigInt(signed)),
          transaction: { ...transaction, signature: ['0x1'] },
        }));
      },
      // There is no node to look at it.
      signForEstimate: async ({ transactions }) => [...transactions],
    };
  };
  return { ...opened, given };
}

/** The signer's transaction, in the numbers that a dialog shows. */
function asRead(transaction: Transaction, chainId: string, entrypoints: readonly string[]) {
  if (transaction.type !== 'INVOKE') throw new Error(`It signed a ${transaction.type}.`);
  const { resource_bounds: bounds } = transaction;
  const pair = ({ max_amount, max_price_per_unit }: typeof bounds.l1_gas) => [
    BigInt(max_amount),
    BigInt(max_price_per_unit),
  ];
  return {
    type: 'Calls of an account (INVOKE)',
    chainId,
    sender: BigInt(transaction.sender_address),
    signedSender: BigInt(transaction.sender_address),
    nonce: BigInt(transaction.nonce),
    tip: BigInt(transaction.tip),
    bounds: {
      l1_gas: pair(bounds.l1_gas),
      l1_data_gas: pair(bounds.l1_data_gas),
      l2_gas: pair(bounds.l2_gas),
    },
    modes: {
      nonce: transaction.nonce_data_availability_mode,
      fee: transaction.fee_data_availability_mode,
    },
    version: BigInt(transaction.version),
    paymasterData: transaction.paymaster_data.map(BigInt),
    deploymentData: transaction.account_deployment_data.map(BigInt),
    calldata: transaction.calldata.map(BigInt),
    calls: listCalls({ calldata: [...transaction.calldata] } as never).map((each, index) => ({
      to: BigInt(each.to),
      entrypoint: entrypoints[index],
      selector: BigInt(each.selector),
      calldata: each.calldata.map(BigInt),
    })),
  };
}

/** Everything visible when folded is also visible when unfolded, with names where it matters. */
function expectInSight(
  folded: Shown,
  unfolded: Shown,
  { chainId, account }: TransactionRequest,
): void {
  expect(unfolded.facts.slice(0, folded.facts.length)).toEqual(folded.facts);
  expect(folded.warnings).toEqual(unfolded.warnings);
  const value = (label: string) => folded.facts.find((fact) => fact.label === label)?.value;
  expect(value('Account')).toBe(`Account ${account + 1} · ${shownNetworks[chainId]}`);
  for (const label of ['Asked by', 'Expected', 'Maximum fee']) expect(value(label)).toBeTruthy();
}

/** Reads the dialogs of random requests and compares them with what was signed. */
export async function expectSignedAsShown(requests: number, seed: number): Promise<void> {
  let count = 0;
  const signs = () => (count + 1) % SAMPLE === 0;
  let studio = openStudio(signs);
  const check = async (wished: TransactionRequest) => {
    const { chainId, account, origin, calls, details } = wished;
    if (count % SESSION === 0) studio = openStudio(signs);
    const holder = storedAccounts(chainId, 2)[account];
    if (!holder) throw new Error('No such account.');
    const params = {
      address: holder.address,
      chainId,
      transactions: calls,
      transactionsDetail: details,
    };
    const signature = await studio.invoke('xnet_signTransaction', params, origin);
    const [drawn, ...others] = studio.dialogs.splice(0);
    const [opening] = studio.openings.splice(0);
    const [given, ...more] = studio.given.splice(0);
    expect(others).toEqual([]);
    expect(more).toEqual([]);
    if (!drawn || !opening || !given) throw new Error('Nothing was shown or signed.');
    const unfolded = readDialog(drawn);
    const read = readSigned(unfolded);
    const entrypoints = read.calls.map((each) => each.entrypoint);
    expect(read).toEqual(asRead(given.transaction, given.chainId, entrypoints));
    for (const each of read.calls) expect(each.selector).toBe(BigInt(getSelector(each.entrypoint)));
    expectInSight(readDialog(opening), unfolded, wished);
    count += 1;
    if (count % SAMPLE !== 0) return;
    const signed = { ...given.transaction, signature, transaction_hash: '' } as never;
    expect(isSigned(read.chainId, signed, holder.publicKey)).toBe(true);
  };
  // Counterexamples are small enough to read, and shrinking takes very long.
  const options = { numRuns: requests, seed, endOnFailure: true };
  await fc.assert(fc.asyncProperty(request, check), options);
  expect(count).toBeGreaterThanOrEqual(requests);
}
