import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askChain, type LocalChain } from '../../scripts/start/localChain';
import { startChain } from '../chain/chain';
import { openAccount, STRK } from './account';
import {
  createPayload,
  type Declarable,
  isDeclared,
  type NodeClass,
  readDeclarables,
  readJournal,
} from './declarable';
import { readDialog, shownAs } from './readDialog';

let chain: LocalChain;
let declarable: (structName: string) => Declarable;
beforeAll(async () => {
  chain = await startChain();
  ({ declarable } = await readDeclarables(chain.url));
}, 180_000);
afterAll(() => chain?.stop());

describe('xnet_declareContract', () => {
  // @row xnet_declareContract
  it('declares a class under the hash that the node and starknet.js give it', async () => {
    const account = await openAccount(chain.url, { addressIndex: 0 });
    const { address, invoke, dialogs } = account;
    const token = await readDeclarables(chain.url, STRK);
    const declared = token.declarable('Good');
    const answer = await invoke('xnet_declareContract', {
      senderAddress: address,
      contractPayload: createPayload(declared, { classHash: declared.classHash }),
    });
    expect(answer).toEqual({
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]+$/u),
      class_hash: declared.classHash,
    });
    const kept = await askChain<NodeClass>(chain.url, 'starknet_getClass', {
      block_id: 'latest',
      class_hash: answer.class_hash,
    });
    expect(JSON.parse(kept.abi)).toEqual(declared.contract.abi);
    expect(kept.sierra_program).toEqual(token.given.sierra_program);
    const sent = await askChain(chain.url, 'starknet_getTransactionByHash', {
      transaction_hash: answer.transaction_hash,
    });
    expect(sent).toMatchObject({ type: 'DECLARE', class_hash: declared.classHash });

    expect(dialogs).toHaveLength(1);
    const [dialog] = dialogs.map(readDialog);
    if (!dialog) throw new Error('No dialog was shown.');
    expect(dialog.title).toBe('Declare class');
    for (const section of ['What it does', 'Everything that is signed']) {
      expect(shownAs(dialog, 'Class hash', section)).toBe(declared.classHash);
      const compiled = shownAs(dialog, 'Hash of the compiled class', section);
      expect(compiled).toBe(declared.compiledClassHash);
    }
    expect(shownAs(dialog, 'Asked by')).toBe('https://dapp.example');

    const [record] = await readJournal(account, address);
    expect(record).toMatchObject({
      txnHash: answer.transaction_hash,
      txnType: 'declare',
      status: 'ACCEPTED_ON_L2',
      finalityStatus: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
      failureReason: null,
    });
  });

  it('computes the hash of the compiled class if only that class is given', async () => {
    const { address, invoke, dialogs } = await openAccount(chain.url, { addressIndex: 3 });
    const declared = declarable('Compiled');
    const { contract, casm } = declared;
    const answer = await invoke('xnet_declareContract', {
      senderAddress: address,
      contractPayload: { contract, casm },
    });
    expect(answer.class_hash).toBe(declared.classHash);
    const sent = await askChain(chain.url, 'starknet_getTransactionByHash', {
      transaction_hash: answer.transaction_hash,
    });
    expect(sent).toMatchObject({ compiled_class_hash: declared.compiledClassHash });
    expect(await isDeclared(chain.url, declared.classHash)).toBe(true);
    expect(JSON.stringify(dialogs[0])).toContain(declared.compiledClassHash);
  });

  it('accepts JSON text, an ABI as text and the names that current callers use', async () => {
    const { address, invoke } = await openAccount(chain.url, { addressIndex: 1 });
    const whole = declarable('Whole');
    const asText = await invoke('starkNet_declareContract', {
      userAddress: address,
      payload: createPayload(whole, { contract: JSON.stringify(whole.contract) }),
    });
    expect(asText.class_hash).toBe(whole.classHash);
    const inner = declarable('Inner');
    const abi = JSON.stringify(inner.contract.abi);
    const { class_hash } = await invoke('xnet_declareContract', {
      address,
      contractPayload: createPayload(inner, { contract: { ...inner.contract, abi } }),
      details: {},
    });
    expect(class_hash).toBe(inner.classHash);
    expect([
      await isDeclared(chain.url, whole.classHash),
      await isDeclared(chain.url, inner.classHash),
    ]).toEqual([true, true]);
  });

  it('answers other requests while a class of the largest size is hashed', async () => {
    let isHashing: () => void = () => undefined;
    const hashing = new Promise<void>((resolve) => {
      isHashing = resolve;
    });
    const { address, invoke } = await openAccount(
      chain.url,
      { addressIndex: 10, deployed: false, funds: 0n },
      {
        border: (request, cross) => {
          if (request.method === 'snap_getFile') isHashing();
          return cross();
        },
      },
    );
    const sierra_program = Array.from(
      { length: 81_920 },
      (_, index) => `0x${(BigInt(index + 1) ** 14n).toString(16)}`,
    );
    const declared = declarable('Large');
    const order: string[] = [];
    const declaring = invoke('xnet_declareContract', {
      senderAddress: address,
      contractPayload: createPayload(declared, {
        contract: { ...declared.contract, sierra_program },
        // The wrong hash is reported together with the right one.
        classHash: '0x1',
      }),
    }).catch((reason) => {
      order.push('declaration');
      return reason;
    });
    await hashing;
    const reading = invoke('xnet_getValue', { contractAddress: STRK, contractFuncName: 'symbol' });
    const pinging = new Promise((resolve) => setTimeout(() => resolve(invoke('ping')), 0));
    await Promise.all([
      reading.then(() => order.push('read')),
      pinging.then(() => order.push('ping')),
    ]);
    expect(await declaring).toMatchObject({ data: { path: 'contractPayload.classHash' } });
    expect(order).toHaveLength(3);
    expect(order.at(-1)).toBe('declaration');
  });
});
