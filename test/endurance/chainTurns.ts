import fc from 'fast-check';
import { askChain, createBlock } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { chainIds } from '../../src/schema/primitives';
import type { StoredTransaction } from '../../src/schema/transaction';
import { startChain } from '../chain/chain';
import { openAccount, transfer } from '../node/account';
import { type Border, HTTP, openModule } from '../wallet/openModule';
import { type Check, getHash, listFaults, type Proof } from './faults';

const chainId = chainIds.sepolia;
const RUNS = 200;
const STEPS = 24;
const HOUR_MS = 3_600_000;

/** Wallets are numbered 0 and 1. */
const steps = [
  'send 0',
  'send 1',
  'track 0',
  'track 1',
  'drop 0',
  'block',
  'block',
  'undo',
] as const;
type Step = (typeof steps)[number];
const sequence = fc.array(fc.constantFrom(...steps), { minLength: STEPS, maxLength: STEPS });

type Stored = ReturnType<typeof openModule>['state'];

/** A node that answers the next transaction with a hash, and keeps it back. */
function droppingNode() {
  let isDropping = false;
  let dropped = 0;
  const border: Border = async ({ method, detail }, cross) => {
    const isSent = method === HTTP && String(detail).includes('starknet_addInvoke');
    if (!isSent || !isDropping) return cross();
    isDropping = false;
    dropped += 1;
    const { id } = JSON.parse(String(detail)) as { id: number };
    const reply = { jsonrpc: '2.0', id, result: { transaction_hash: '0xd0bbed' } };
    return new Response(JSON.stringify(reply)) as never; // of HTTP
  };
  return {
    border,
    setDropping(value: boolean) {
      isDropping = value;
    },
    dropped: () => dropped,
  };
}

/** A wallet with the phrase that both have, and with a state and a clock of its own. */
function openWallet(chainUrl: string, stored: Stored, address: string, check: Check) {
  const node = droppingNode();
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const opened = openModule({ sepoliaUrl: chainUrl, stored, border: node.border, now });
  const signed: string[] = [];
  let amount = 0n;
  return {
    ...node,
    /** Hashes of what its user was told to be sent, or perhaps sent. */
    signed,
    /** @returns the error with which the wallet refused, which the method declares */
    async send(): Promise<Error | undefined> {
      amount += 1n;
      const reply = await opened
        .invoke('xnet_executeTxn', { address, calls: transfer(amount) })
        .catch((error: Error) => error);
      const hash = getHash(reply);
      if (hash !== undefined) signed.push(String(hash));
      if (!(reply instanceof Error)) return undefined;
      check(!reply.message.includes('not declared'), reply.message);
      return reply;
    },
    track: () => trackTransactions(opened.module),
    records: () => opened.module.transactions.recent(chainId, address),
    open: () => opened.module.transactions.open(),
    goOn(ms: number) {
      aheadMs += ms;
    },
  };
}
type OpenWallet = ReturnType<typeof openWallet>;

const isOnChain = (chainUrl: string, transaction_hash: string): Promise<boolean> =>
  askChain(chainUrl, 'starknet_getTransactionByHash', { transaction_hash }).then(
    () => true,
    () => false,
  );

/** Takes the last block back, but not the account's deployment. @returns whether there was one */
async function undoBlock(chainUrl: string, first: number): Promise<boolean> {
  const latest = await askChain<number>(chainUrl, 'starknet_blockNumber');
  if (latest <= first) return false;
  const starting_block_id = { block_number: latest };
  await askChain(chainUrl, 'devnet_abortBlocks', { starting_block_id });
  return true;
}

type Counts = { sent: number; refused: number; dropped: number; undone: number; gone: number };

/** Compares the records of both wallets, at rest, with the chain. */
async function compare(
  chainUrl: string,
  wallets: readonly OpenWallet[],
  settledBefore: ReadonlySet<string>,
  check: Check,
): Promise<number> {
  let gone = 0;
  for (const [index, wallet] of wallets.entries()) {
    const records: StoredTransaction[] = await wallet.records();
    for (const { txnHash, status } of records) {
      const isThere = await isOnChain(chainUrl, txnHash);
      const isAccepted = status === 'ACCEPTED_ON_L2';
      if (isThere !== isAccepted && settledBefore.has(txnHash)) gone += 1;
      else
        check(isThere === isAccepted, `wallet ${index} says ${status} of ${txnHash}: ${isThere}`);
    }
    for (const hash of wallet.signed)
      check(
        records.filter(({ txnHash }) => txnHash === hash).length === 1,
        `wallet ${index} has no record of ${hash}`,
      );
    const open = await wallet.open();
    check(
      open.every(({ isMissing }) => isMissing),
      `wallet ${index} waits for ${open.length}`,
    );
  }
  return gone;
}

/** Lets both wallets come to rest: each sends once more, so that no earlier nonce is unused. */
async function comeToRest(chainUrl: string, wallets: readonly OpenWallet[], check: Check) {
  for (const wallet of wallets) {
    wallet.setDropping(false);
    wallet.goOn(2 * HOUR_MS);
    await wallet.track();
    const refusal = await wallet.send();
    check(refusal === undefined, `a wallet cannot send at the end: ${refusal}`);
    await createBlock(chainUrl);
  }
  for (const wallet of wallets) {
    wallet.goOn(2 * HOUR_MS);
    await wallet.track();
    await wallet.track();
  }
}

/** One random sequence of two wallets. */
async function play(chainUrl: string, addressIndex: number, all: readonly Step[], check: Check) {
  const ready = await openAccount(chainUrl, { addressIndex });
  await createBlock(chainUrl);
  const first = await askChain<number>(chainUrl, 'starknet_blockNumber');
  const wallets = [0, 1].map(() => openWallet(chainUrl, ready.state, ready.address, check));
  const walletOf = (step: Step) => wallets[Number(step.at(-1))] as OpenWallet;
  const counts: Counts = { sent: 0, refused: 0, dropped: 0, undone: 0, gone: 0 };
  const settledBefore = new Set<string>();
  for (const step of all) {
    if (step === 'block') await createBlock(chainUrl);
    else if (step === 'drop 0') walletOf(step).setDropping(true);
    else if (step.startsWith('track')) await walletOf(step).track();
    else if (step.startsWith('send')) {
      if (await walletOf(step).send()) counts.refused += 1;
      else counts.sent += 1;
    } else {
      // A block taken back frees the nonce of what had been replaced as well.
      for (const wallet of wallets)
        for (const { txnHash, status } of await wallet.records())
          if (status === 'ACCEPTED_ON_L2' || status === 'REJECTED') settledBefore.add(txnHash);
      if (await undoBlock(chainUrl, first)) counts.undone += 1;
    }
  }
  await comeToRest(chainUrl, wallets, check);
  counts.gone = await compare(chainUrl, wallets, settledBefore, check);
  counts.dropped = wallets.reduce((sum, { dropped }) => sum + dropped(), 0);
  return counts;
}

/**
 * Two wallets of one phrase send from one account, while the chain takes blocks back and a node
 * keeps transactions to itself: in the end, each record agrees with the chain.
 * @param extent share of the sequences
 */
export async function proveChainTurns(
  extent: number,
  print: (line: object) => void,
): Promise<Proof> {
  const chain = await startChain({ blocks: 'demand', args: ['--state-archive-capacity', 'full'] });
  const { faults, about } = listFaults();
  const sum: Counts = { sent: 0, refused: 0, dropped: 0, undone: 0, gone: 0 };
  const runs = Math.ceil(RUNS * extent);
  try {
    for (let seed = 1; seed <= runs; seed += 1) {
      const [all = []] = fc.sample(sequence, { seed, numRuns: 1 });
      const { check } = about(`sequence ${seed} (${all.join(', ')})`);
      const counts = await play(chain.url, 1_000 + seed, all, check).catch((error) => {
        check(false, `ended by ${error}`);
        return undefined;
      });
      for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts?.[name] ?? 0;
      print({ seed, ...counts, faults: faults.length });
    }
  } finally {
    await chain.stop();
  }
  const figures = `${runs} sequences of two wallets of one phrase: ${sum.sent} transactions sent, ${sum.refused} refused, ${sum.dropped} kept back by a node, ${sum.undone} blocks taken back, ${sum.gone} records that had settled before and are otherwise now: ${faults.length} faults`;
  return { figures, faults };
}
