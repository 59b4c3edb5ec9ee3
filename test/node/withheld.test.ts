import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askChain, createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { chainIds } from '../../src/schema/primitives';
import { startChain } from '../chain/chain';
import { type Border, HTTP, openModule } from '../wallet/openModule';
import { openAccount, readNonce, readStrk, readTransaction, transfer } from './account';
import { replaceApprove } from './shownFacts';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

type Call = { id: number; method: string; params: Record<string, unknown> };

/** A lying node: it rejects what is sent to it, and reports any nonce it likes. */
function lyingNode() {
  /** Transactions that it did not forward. */
  const kept: Record<string, unknown>[] = [];
  const lies = { refuses: true, passesOn: false, nonce: undefined as string | undefined };
  const hides = { status: false };
  const reply = (id: number, told: object) => ({ jsonrpc: '2.0', id, ...told });
  const refusal = { error: { code: 55, message: 'Account validation failed', data: 'No.' } };
  const unknown = { error: { code: 29, message: 'Transaction hash not found' } };
  const border: Border = async ({ method, detail }, cross) => {
    if (method !== HTTP) return cross();
    const body: Call | Call[] = JSON.parse(String(detail));
    const calls = [body].flat();
    const sent = calls.find((call) => call.method.startsWith('starknet_add'));
    const respond = (told: unknown) => new Response(JSON.stringify(told)) as never; // of HTTP
    if (sent && lies.refuses) {
      if (lies.passesOn) await cross();
      else kept.push(sent.params);
      return respond(reply(sent.id, refusal));
    }
    const response = (await cross()) as Response;
    const answers = [await response.json()].flat();
    const told = calls.map((call, at) => {
      if (call.method === 'starknet_getNonce' && lies.nonce !== undefined)
        return reply(call.id, { result: lies.nonce });
      if (call.method === 'starknet_getTransactionStatus' && hides.status)
        return reply(call.id, unknown);
      return answers[at];
    });
    return respond(Array.isArray(body) ? told : told[0]);
  };
  /** Sends the withheld transactions, as the node's operator could at any time. */
  const release = async () => {
    for (const params of kept) await askChain(chain.url, 'starknet_addInvokeTransaction', params);
  };
  return { border, kept, lies, hides, release };
}

let next = 0;
/** A module on a lying node, whose user confirms whatever the dialog allows. */
async function openLied() {
  const ready = await openAccount(chain.url, { addressIndex: next++ });
  await createBlock(chain.url);
  const node = lyingNode();
  const module = openModule({ sepoliaUrl: chain.url, stored: ready.state, border: node.border });
  const rules: string[][] = [];
  replaceApprove(module, (approve) => (review, describe, live) => {
    rules.push(describe(review).warnings.map(({ rule }) => rule));
    return approve(review, describe, live);
  });
  const { address } = ready;
  const send = (amount: bigint, to: string) =>
    module.invoke('xnet_executeTxn', { address, calls: transfer(amount, to) });
  const records = () => module.module.transactions.recent(chainIds.sepolia, address);
  const openRecords = () => module.module.transactions.open();
  return { ...module, ...node, address, send, rules, records, openRecords };
}
const refusedBy = (promise: Promise<unknown>) =>
  expect(promise).rejects.toMatchObject({ kind: 'transactionRejected' });

describe('a transaction that a node says to have refused', () => {
  // @promise P9.1
  it('replaces a transaction that the node keeps back by one of the same nonce, and says so', async () => {
    const { send, rules, lies, release, address } = await openLied();
    await refusedBy(send(5n, '0xaa01'));
    lies.refuses = false;
    const { transaction_hash } = await send(5n, '0xaa01');
    expect(rules[0]).not.toContain('earlierReplaced');
    expect(rules[1]).toContain('earlierReplaced');
    expect((await readTransaction(chain.url, transaction_hash)).nonce).toBe('0x1');
    await expect(release()).rejects.toThrow();
    await createBlock(chain.url);
    expect(await readStrk(chain.url, '0xaa01')).toBe(5n);
    expect(await readNonce(chain.url, address)).toBe(2n);
  }, 60_000);

  it('keeps the nonce though the node that keeps it back lies about the next one', async () => {
    const { send, rules, lies, hides, kept } = await openLied();
    await refusedBy(send(5n, '0xaa02'));
    Object.assign(lies, { nonce: '0x2' });
    hides.status = true;
    await refusedBy(send(5n, '0xaa02'));
    const nonces = kept.map(({ invoke_transaction: sent }) => (sent as { nonce: string }).nonce);
    expect(nonces).toEqual(['0x1', '0x1']);
    expect(rules[1]).toContain('earlierReplaced');
  }, 60_000);

  it('finds a transaction that the node passes on before anything else is signed', async () => {
    const { send, rules, lies, records, module, address } = await openLied();
    lies.passesOn = true;
    await refusedBy(send(5n, '0xaa03'));
    expect(await records()).toMatchObject([{ status: 'REJECTED' }, { txnType: 'deploy' }]);
    lies.refuses = false;
    await send(7n, '0xaa03');
    expect(rules[1]).not.toContain('earlierHeld');
    expect(await readNonce(chain.url, address)).toBe(3n);
    await createBlock(chain.url);
    expect(await trackTransactions(module)).toBeUndefined();
    expect(await records()).toMatchObject([
      { nonce: '0x2', status: 'ACCEPTED_ON_L2', failureReason: null },
      { nonce: '0x1', status: 'ACCEPTED_ON_L2', failureReason: null },
      { txnType: 'deploy' },
    ]);
  }, 60_000);

  it('lists a transaction that the node passes on as accepted once it is found on the chain', async () => {
    const { send, lies, invoke, address } = await openLied();
    lies.passesOn = true;
    await refusedBy(send(5n, '0xaa06'));
    await createBlock(chain.url);
    const told: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const records = await invoke('xnet_getTransactions', { senderAddress: address });
      for (const { incoming, status } of records) if (!incoming) told.push(status);
    }
    expect(told).toEqual(['ACCEPTED_ON_L2', 'ACCEPTED_ON_L2', 'ACCEPTED_ON_L2']);
  }, 60_000);

  it('warns with a tick of a transaction that the node passes on and hides', async () => {
    const { send, rules, lies, hides, module, address } = await openLied();
    lies.passesOn = true;
    hides.status = true;
    await refusedBy(send(5n, '0xaa04'));
    lies.refuses = false;
    await send(5n, '0xaa04').catch(() => undefined);
    expect(rules[1]?.[0]).toBe('earlierHeld');
    expect(await readNonce(chain.url, address)).toBe(3n);
    // Until the node tells that a later one is accepted.
    hides.status = false;
    await createBlock(chain.url);
    await trackTransactions(module);
    await send(5n, '0xaa04');
    expect(rules[2]).not.toContain('earlierHeld');
  }, 60_000);

  it('tracks a transaction that the node releases in place of its replacement', async () => {
    const { send, lies, release, records, module, openRecords } = await openLied();
    await refusedBy(send(5n, '0xaa05'));
    lies.refuses = false;
    // The response is lost, so that the first of the two is carried out.
    const { transactions } = module;
    await refusedBy(Object.assign(lies, { refuses: true }) && send(6n, '0xaa05'));
    const [second, first] = await records();
    await transactions.change(chainIds.sepolia, second?.txnHash ?? '', (record) => ({
      ...record,
      status: 'RECEIVED',
      failureReason: null,
    }));
    await release().catch(() => undefined);
    await createBlock(chain.url);
    await trackTransactions(module);
    expect(await records()).toMatchObject([
      { txnHash: second?.txnHash, status: 'REJECTED' },
      { txnHash: first?.txnHash, status: 'ACCEPTED_ON_L2' },
      { txnType: 'deploy' },
    ]);
    expect(await openRecords()).toEqual([]);
  }, 60_000);
});
