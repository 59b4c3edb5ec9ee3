import { trackTransactions } from '../../src/flow/history/track';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { readNonce, transfer } from '../node/account';
import {
  hasEffect,
  isKilling,
  type Mishap,
  mishapBorder,
  recordingBorder,
} from '../node/crossings';
import { type Border, openModule } from '../wallet/openModule';
import { type Check, getHash, isTaken, listFaults, type Proof } from './faults';
import {
  type Operation,
  openOperations,
  openUpgrades,
  type Ran,
  type Ready,
} from './interruptedOperations';
import { killMigrations } from './migrationKills';
import { mine } from './mined';

const chainId = chainIds.sepolia;
/** More than are made by the cases in which something was sent. */
const MOST_UPGRADES = 80;
const mishaps: readonly Mishap[] = ['killed', 'killed after it', 'request fails', 'answer is lost'];

/** Only a request with an effect has it without a response. */
const countedBy = (mishap: Mishap) =>
  mishap === 'answer is lost' || mishap === 'killed after it' ? hasEffect : () => true;

/** One interruption of a run: what happens, and at which crossing, from 1. */
type Interruption = { mishap: Mishap; number: number };
const borderOf = ({ mishap, number }: Interruption): Border =>
  mishapBorder(mishap, number, countedBy(mishap));

const countNonce = async (chainUrl: string, address: string): Promise<number> =>
  Number((await readNonce(chainUrl, address)) ?? 0n);

/** Compares what a module replied, which was not killed, with what it sent. */
function checkReply({ reply, isShown }: Ran, sent: number, check: Check): void {
  const hash = getHash(reply);
  if (reply instanceof Error) check(!reply.message.includes('not declared'), reply.message);
  // Without a hash, users try again.
  if (!isShown && hash === undefined) check(sent === 0, `was sent without a hash: ${reply}`);
  if (hash !== undefined) check(sent > 0, 'replied with the hash of what was not sent');
}

/** Runs an operation with an interruption. @returns the wallet afterwards */
async function interrupt(
  { chainUrl, run, sends }: Operation,
  ready: Ready,
  interruption: Interruption,
  check: Check,
): Promise<{ ready: Ready; sent: number }> {
  const before = await countNonce(chainUrl, ready.address);
  const ran = await run(ready, borderOf(interruption));
  const sent = (await countNonce(chainUrl, ready.address)) - before;
  check(sent <= sends, `${sent} transactions were sent`);
  if (!isKilling(interruption.mishap)) checkReply(ran, sent, check);
  return { ready: { ...ready, stored: ran.state }, sent };
}

/**
 * Checks that a new module with the same state sends the next transaction without a nonce gap, has
 * an accepted record of everything on chain, and waits for nothing else.
 */
async function recover(
  { chainUrl, run }: Operation,
  ready: Ready,
  sent: number,
  check: Check,
): Promise<Ready> {
  const { address } = ready;
  let fresh = openModule({ sepoliaUrl: chainUrl, stored: ready.stored });
  if ((await fresh.module.accounts.list(chainId)).length === 0)
    fresh = openModule({ sepoliaUrl: chainUrl, stored: (await run(ready)).state });
  const reply = await fresh.invoke('xnet_executeTxn', { address, calls: transfer(7n) });
  const mined = await mine(chainUrl, address);
  const next = mined.find((each) => each.transaction_hash === reply.transaction_hash);
  const nonce = await countNonce(chainUrl, address);
  check(Number(next?.nonce) + 1 === nonce, 'a nonce is skipped');
  check(mined.length > sent, `${mined.length} transactions are in the block`);

  const waits = await trackTransactions(fresh.module);
  check(waits === undefined, `the tracker waits for another ${waits} s`);
  check((await fresh.module.transactions.open()).length === 0, 'a record is open');
  const records = await fresh.module.transactions.recent(chainId, address);
  const accepted = records.filter(({ status }) => status === 'ACCEPTED_ON_L2');
  for (const { transaction_hash: hash, type } of mined)
    check(
      accepted.filter(({ txnHash }) => txnHash === hash).length === 1,
      `${type} ${hash} has no accepted record`,
    );
  return { address, stored: fresh.state };
}

export type Tally = { cases: number; sent: number };

type Faults = ReturnType<typeof listFaults>;

/** Lists the interruptions of a kind: one at each crossing of a run without any. */
async function listInterruptions(operation: Operation, mishap: Mishap): Promise<Interruption[]> {
  const { border, requests } = recordingBorder();
  const ready = await operation.prepare();
  await operation.run(ready, border);
  await mine(operation.chainUrl, ready.address);
  return requests.filter(countedBy(mishap)).map((_, index) => ({ mishap, number: index + 1 }));
}

/** Runs an operation, and what is tried again, with the interruptions of each case in turn. */
async function runCases(
  operation: Operation,
  cases: readonly (readonly Interruption[])[],
  { about }: Faults,
  extent: number,
): Promise<Tally> {
  const tally: Tally = { cases: 0, sent: 0 };
  let last: Ready | undefined;
  for (const [index, interruptions] of cases.entries()) {
    if (!isTaken(index + 1, extent)) continue;
    const places = interruptions.map(({ mishap, number }) => `${mishap} at ${number}`);
    const { check } = about(`${operation.name}, ${places.join(', then ')}`);
    try {
      let ready = await operation.prepare(last);
      let sent = 0;
      for (const interruption of interruptions) {
        const outcome = await interrupt(operation, ready, interruption, check);
        ready = outcome.ready;
        sent += outcome.sent;
      }
      tally.cases += 1;
      if (sent > 0) tally.sent += 1;
      last = await recover(operation, ready, sent, check);
    } catch (error) {
      check(false, `the wallet does not recover: ${error}`);
      last = undefined;
    }
  }
  return tally;
}

/** Interrupts an operation at each crossing in turn, and checks that the wallet recovers. */
export async function interruptEverywhere(
  operation: Operation,
  mishap: Mishap,
  faults: Faults,
  extent = 1,
): Promise<Tally> {
  const interruptions = await listInterruptions(operation, mishap);
  const cases = interruptions.map((interruption) => [interruption]);
  return runCases(operation, cases, faults, extent);
}

/** Kills an operation at each crossing, and what is tried again at each of its own. */
async function killTwice(operation: Operation, faults: Faults, extent: number): Promise<Tally> {
  const kills = await listInterruptions(operation, 'killed');
  const cases = kills.flatMap((first) => kills.map((second) => [first, second]));
  return runCases(operation, cases, faults, extent);
}

/**
 * Interrupts every operation at every crossing of wallet and network.
 * @param extent share of the cases, evenly spread
 */
export async function proveKills(extent: number, print: (line: object) => void): Promise<Proof> {
  const list = listFaults();
  const chain = await startChain({ blocks: 'demand' });
  const upgrades = await openUpgrades(MOST_UPGRADES);
  const operations = [...(await openOperations(chain.url)), upgrades];
  const sum: Tally = { cases: 0, sent: 0 };
  const add = (name: string, { cases, sent }: Tally) => {
    print({ name, cases, sent });
    sum.cases += cases;
    sum.sent += sent;
  };
  try {
    for (const operation of operations)
      for (const mishap of mishaps)
        add(
          `${operation.name}, ${mishap}`,
          await interruptEverywhere(operation, mishap, list, extent),
        );
    const [executeTxn] = operations;
    if (executeTxn) add('executeTxn, killed twice', await killTwice(executeTxn, list, extent));
    add('migration', await killMigrations(mishaps, list, extent));
  } finally {
    await upgrades.stop();
    await chain.stop();
  }
  const { faults } = list;
  const figures = `${sum.cases} interruptions of ${operations.length + 1} operations, ${sum.sent} of them after something was sent: ${faults.length} faults`;
  return { figures, faults };
}
