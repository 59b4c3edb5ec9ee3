import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { getText } from '../../../test/node/readDialog';
import { settle } from '../../../test/review/amountReview';
import { type Border, HTTP, openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens } from '../../starknet/tokens/erc20';
import { type Transaction, transactionHash } from '../../starknet/transactions/transaction';

const [account] = storedAccounts(chainIds.sepolia, 1);
const address = account?.address ?? '';
const calls = [transferCall(knownTokens.STRK.address, '0x7e57', 5n)];
const OTHER = '0x0bad';

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

function open(options: Parameters<typeof openModule>[0] = {}) {
  const opened = openModule({
    sepoliaUrl: node.url,
    stored: storedDeployed(chainIds.sepolia),
    ...options,
  });
  return {
    ...opened,
    send: () => opened.invoke('xnet_executeTxn', { address, calls }),
    records: () => opened.module.transactions.recent(chainIds.sepolia, address),
  };
}

/** The node takes the transaction, and says this of it. */
const adding = (answer: object) => {
  node.says.instead.starknet_addInvokeTransaction = ({
    invoke_transaction,
  }: {
    invoke_transaction: Transaction;
  }) => {
    node.sent.push(invoke_transaction);
    return answer as never;
  };
};
const ownHash = () =>
  node.sent.map((transaction) => transactionHash(transaction, chainIds.sepolia))[0] ?? '';

describe('a transaction that is sent', () => {
  // @promise T8.1
  it('reports a mismatch if the node names another hash, and records the own hash', async () => {
    adding({ result: { transaction_hash: OTHER } });
    const { send, records } = open();
    const error = await send().catch((reason: unknown) => reason);
    expect(node.sent).toHaveLength(1);
    expect(error).toMatchObject({ kind: 'hashMismatch', data: { hash: ownHash() } });
    expect(await records()).toMatchObject([
      { txnHash: ownHash(), status: 'RECEIVED', known: true },
    ]);
  });

  // @promise T8.1
  // @row xnet_executeTxn
  it('returns the own hash, whatever the node’s spelling', async () => {
    const { send, records } = open();
    node.says.instead.starknet_addInvokeTransaction = ({
      invoke_transaction,
    }: {
      invoke_transaction: Transaction;
    }) => {
      node.sent.push(invoke_transaction);
      const hash = transactionHash(invoke_transaction, chainIds.sepolia);
      return { result: { transaction_hash: `0x000${hash.slice(2).toUpperCase()}` } };
    };
    expect(await send()).toEqual({ transaction_hash: ownHash() });
    expect(await records()).toMatchObject([{ txnHash: ownHash(), known: true }]);
  });

  it('notes the site that asked for an allowance, and nothing of other calls', async () => {
    const { invoke, module, send } = open();
    await send();
    const token = knownTokens.STRK.address;
    const approval = {
      contractAddress: token,
      entrypoint: 'approve',
      calldata: ['0x7e57', '0x5', '0x0'],
    };
    await invoke('xnet_executeTxn', { address, calls: [...calls, approval] });
    expect(await module.allowances.requested(chainIds.sepolia, address)).toEqual([
      {
        token,
        spender: toAddress('0x7e57'),
        site: 'https://dapp.example',
        time: expect.any(Number),
      },
    ]);
  });

  it('returns before the acknowledgement is stored, and still uses up the nonce', async () => {
    const stuck: unknown[] = [];
    // A runtime that ends with its request drops what the wallet answers later.
    const border: Border = ({ method, detail }, cross) => {
      const { key, value } = { ...(detail as { key?: string; value?: { known?: boolean }[] }) };
      const isNote = key === 'live' && value?.some(({ known }) => known);
      if (method !== 'snap_setState' || !isNote || stuck.length > 0) return cross();
      stuck.push(cross());
      return new Promise(() => {});
    };
    const { send, records } = open({ border });
    const sent = [await send(), await send()].map(({ transaction_hash }) => transaction_hash);
    expect(stuck).toHaveLength(1);
    expect(await records()).toMatchObject([
      { txnHash: sent[1], nonce: '0x6' },
      { txnHash: sent[0], nonce: '0x5', known: true },
    ]);
  });

  it('draws each review in the language chosen by then', async () => {
    let locale = 'en';
    const seen: string[] = [];
    const { send } = open({
      async border({ method }, cross) {
        const answer = await cross();
        return method === 'snap_getPreferences' ? { ...answer, locale } : answer;
      },
      user(dialog) {
        seen.push(getText(dialog));
        return true;
      },
    });
    for (locale of ['en', 'de', 'de', 'en']) await send();
    const words = seen.map((text) => /Asked by|Angefragt von/u.exec(text)?.[0]);
    expect(words).toEqual(['Asked by', 'Angefragt von', 'Angefragt von', 'Asked by']);
  });

  // @promise T5.3
  it('reviews with the account as it is when its turn comes', async () => {
    const seen: string[] = [];
    let second: Promise<unknown> | undefined;
    const opened = open({
      async user(dialog) {
        seen.push(getText(dialog));
        if (seen.length > 1) return true;
        const before = node.seen.length;
        second = opened.send();
        for (let round = 0; round < 50; round += 1) await settle();
        expect(node.seen).toHaveLength(before);
        await opened.module.accounts.change(chainIds.sepolia, address, (one) => ({
          ...one,
          name: 'Renamed while it waited',
        }));
        return true;
      },
    });
    await opened.send();
    await second;
    expect(seen.map((text) => text.includes('Renamed while it waited'))).toEqual([false, true]);
  });

  it('reads one node of the phrase from the wallet, and none of another request', async () => {
    const asked: string[] = [];
    const { send } = open({
      border({ method }, cross) {
        asked.push(method);
        return cross();
      },
    });
    const count = () => asked.filter((method) => method === 'snap_getBip32Entropy').length;
    await send();
    expect(count()).toBe(1);
    await send();
    expect(count()).toBe(2);
  });

  // @promise T31.1
  it('writes the journal before the transaction leaves', async () => {
    const seen: { txnHash: string; status: string }[][] = [];
    const border: Border = async ({ method, detail }, cross) => {
      if (method === HTTP && String(detail).includes('starknet_addInvokeTransaction'))
        seen.push((await opened.records()).map(({ txnHash, status }) => ({ txnHash, status })));
      return cross();
    };
    const opened = open({ border });
    await opened.send();
    expect(seen).toEqual([[{ txnHash: ownHash(), status: 'RECEIVED' }]]);
  });

  // @promise T31.1
  it('sends nothing to the node if the journal write fails', async () => {
    const border: Border = async ({ method, detail }, cross) => {
      if (method === 'snap_setState' && (detail as { key?: string }).key === 'live')
        throw new Error('The storage is full.');
      return cross();
    };
    const { send } = open({ border });
    await expect(send()).rejects.toThrow('The storage is full.');
    expect(node.sent).toEqual([]);
  });

  it('records a rejection if the node refuses the transaction', async () => {
    adding({ error: { code: 52, message: 'Invalid transaction nonce', data: 'too low' } });
    const { send, records } = open();
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ data: { nodeCode: 52, hash: ownHash() } });
    expect(await records()).toMatchObject([{ txnHash: ownHash(), status: 'REJECTED' }]);
  });

  // @promise T8.2
  it('stays open if the answer is lost, and the site gets its hash', async () => {
    adding({ result: 'gibberish' });
    const { send, records } = open();
    expect(await send()).toEqual({ transaction_hash: ownHash() });
    expect(await records()).toMatchObject([{ txnHash: ownHash(), status: 'RECEIVED' }]);
  });
});

describe('a preview', () => {
  const shown = ({ dialogs }: Pick<ReturnType<typeof openModule>, 'dialogs'>) =>
    getText(dialogs[0] ?? '');

  // @promise T9.1
  it('names the host that tells it', async () => {
    const opened = open();
    await opened.send();
    expect(shown(opened)).toContain(`Previewed by ${new URL(node.url).host}`);
  });

  // @promise T9.2
  it.each([
    ['cannot try it out', { error: { code: -32601, message: 'Method not found' } }],
    ['tells nothing', { result: [] }],
    ['tells of nothing that can be read', { result: 'all is well' }],
  ])('reports an unknown preview if the node %s', async (_, answer) => {
    node.says.instead.starknet_simulateTransactions = () => answer as never;
    const opened = open();
    await opened.send();
    expect(shown(opened)).toContain('could not try it');
    expect(shown(opened)).not.toContain('Previewed by');
  });

  const fee_estimation = {
    l1_gas_consumed: '0x0',
    l1_gas_price: '0x1',
    l2_gas_consumed: '0x5000',
    l2_gas_price: '0x2',
    l1_data_gas_consumed: '0x80',
    l1_data_gas_price: '0x3',
    overall_fee: '0x10000',
    unit: 'FRI',
  };
  /** The transfer that is sent. */
  const transferred = {
    contract_address: knownTokens.STRK.address,
    caller_address: address,
    calls: [],
    events: [
      { order: 0, keys: [getSelector('Transfer'), address, '0x7e57'], data: ['0x5', '0x0'] },
    ],
    is_reverted: false,
  };
  const traceOf = (contract_address: string) => ({
    type: 'INVOKE',
    execute_invocation: {
      contract_address,
      caller_address: '0x0',
      calls: [transferred],
      events: [],
      is_reverted: false,
    },
  });
  const traced = async (...traces: object[]) => {
    node.says.instead.starknet_simulateTransactions = () => ({
      result: traces.map((transaction_trace) => ({ fee_estimation, transaction_trace })),
    });
    const opened = open();
    await opened.send();
    return shown(opened);
  };

  // @promise T9.2
  it('accepts a trace of this account alone', async () => {
    expect(await traced(traceOf(address))).toContain('Previewed by');
    expect(await traced(traceOf(OTHER))).toContain('could not try it');
  });

  // @promise T9.1
  it('refuses a trace of another kind, and one without this transaction', async () => {
    const declared = { type: 'DECLARE' };
    const deployed = {
      type: 'DEPLOY_ACCOUNT',
      constructor_invocation: traceOf(address).execute_invocation,
    };
    for (const traces of [[declared], [deployed], [traceOf(address), declared]])
      expect(await traced(...traces)).toContain('could not try it');
  });
});
