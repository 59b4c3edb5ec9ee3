import { askChain } from '../../scripts/start/localChain';
import type { Say } from './rules';
import { addresses, COMPANION, type Network, type Stage, type World } from './world';

/** A module that can be asked, on a chain whose blocks can be ended. */
type Asking = Pick<World, 'ask' | 'createBlock' | 'tick'>;
type Call = { id: unknown; method: string; params: Record<string, Record<string, string>> };
type Answer = {
  id: unknown;
  result?: { transaction_hash?: string };
  error?: { code: number; message: string };
};
type Sent = {
  hash: string | undefined;
  nonce: string;
  sender: string;
  era: number;
  at: Network;
  error: Answer['error'];
};
type Listed = {
  txnHash: string;
  status: string;
  executionStatus: string | null;
  failureReason: string | null;
};

type NodeStatus = { finality_status: string; execution_status: string };

const SETTLED_MS = 60_000;
/** Error code for a nonce that is not the next one. */
const INVALID_NONCE = 52;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const listOf = <T>(text: string): T[] => {
  try {
    const parsed: T | T[] = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [];
  }
};
/** The same for each spelling of a hash; what is none stands for itself. */
const keyOf = (hash: string) => (/^0x[\da-f]+$/iu.test(hash) ? BigInt(hash) : hash);

/** Records what the node was sent over the wire, and checks the journal against it at rest. */
export function createSentLog({
  networks,
  chain,
  relayed,
}: Pick<Stage, 'networks' | 'chain' | 'relayed'>) {
  const sent: Sent[] = [];
  let era = 0;
  relayed.length = 0;

  const listenAt = (at: Network) =>
    at.proxy.listen((asked, answered) => {
      const answers = listOf<Answer>(answered);
      for (const { id, method, params } of listOf<Call>(asked)) {
        if (!method.startsWith('starknet_add')) continue;
        const answer = answers.find((each) => each.id === id);
        const [transaction = {}] = Object.values(params);
        sent.push({
          hash: answer?.result?.transaction_hash,
          nonce: String(transaction.nonce),
          era,
          at,
          sender: String(transaction.sender_address ?? ''),
          error: answer?.error,
        });
      }
    });
  for (const each of networks) listenAt(each);

  /** The journal of all accounts. */
  async function journal(world: Asking, say: Say): Promise<Listed[]> {
    const params = {
      onlyFromState: true,
      pageSize: 50,
      withDeployTxn: true,
      txnsInLastNumOfDays: 365,
    };
    const replies = networks.flatMap(({ chainId }) =>
      addresses.map((senderAddress) =>
        world.ask(COMPANION, 'xnet_getTransactions', { senderAddress, chainId, ...params }),
      ),
    );
    return (await Promise.all(replies)).flatMap(({ result, error }) => {
      // Not every sequence has created or shared all accounts.
      const kind = (error?.data as { kind?: string } | undefined)?.kind;
      if (error && kind !== 'unknownAccount') say('the journal can be read at rest', error);
      return (result as Listed[] | undefined) ?? [];
    });
  }

  /** The node's status of everything it accepted, except on an earlier chain. */
  async function statuses(): Promise<Map<string, NodeStatus>> {
    const told = new Map<string, NodeStatus>();
    const note = async (hash: string, { url }: Network['chain']): Promise<void> => {
      const asked = { transaction_hash: hash };
      told.set(hash, await askChain<NodeStatus>(url, 'starknet_getTransactionStatus', asked));
    };
    for (const { hash, at, era: then } of sent)
      if (hash && then === era && !told.has(hash)) await note(hash, at.chain);
    for (const hash of relayed) await note(hash, chain);
    return told;
  }

  const disagreeing = (listed: readonly Listed[], told: ReadonlyMap<string, NodeStatus>) => {
    const records = new Map(listed.map((record) => [keyOf(record.txnHash), record]));
    return [...told].flatMap(([hash, status]) => {
      const record = records.get(keyOf(hash));
      const isSame =
        record?.status === status.finality_status &&
        record.executionStatus === status.execution_status;
      return isSame ? [] : { hash, status, record };
    });
  };

  async function checkAtRest(world: Asking, say: Say): Promise<void> {
    await world.createBlock();
    const told = await statuses();
    let listed: Listed[] = [];
    // An endpoint that failed is not used for a while.
    for (const until = performance.now() + SETTLED_MS; ; await pause(500)) {
      await world.tick().catch((error) => say('the tracker does not fail', String(error)));
      listed = await journal(world, say);
      if (disagreeing(listed, told).length === 0) break;
      if (performance.now() < until) continue;
      say('what was sent has a record that agrees with the chain', disagreeing(listed, told));
      break;
    }
    const hashes = new Set<string | bigint>();
    for (const record of listed) {
      if (!/^0x[\da-f]+$/u.test(record.txnHash)) say('every record has a hash', record);
      if (hashes.has(keyOf(record.txnHash))) say('there is one record of each', record);
      hashes.add(keyOf(record.txnHash));
      if (era === 0 && record.status === 'ACCEPTED_ON_L2' && !told.has(record.txnHash))
        say('nothing is accepted that was not sent', record);
    }
    const skipped = sent.filter(({ error }) => error?.code === INVALID_NONCE);
    if (era === 0 && skipped.length > 0) say('no nonce is skipped', skipped);
  }

  return {
    checkAtRest,
    hashes: () => [...sent.flatMap(({ hash }) => hash ?? []), ...relayed],
    /** From here on, earlier transactions may be gone. */
    chainChanged() {
      era += 1;
      relayed.length = 0;
    },
  };
}
