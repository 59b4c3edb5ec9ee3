import { describe, expect, it } from '@jest/globals';
import { createOldRecords, oldState, owner } from '../../test/wallet/oldRecords';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';
import { migrations } from './migrations';

const chain = chainIds.sepolia;
const all = { limit: 20_000, since: 0, isWanted: () => true };

describe('the migration of the records', () => {
  it('keeps 10,000 of them, in a sixth of the room', async () => {
    const records = createOldRecords(10_000);
    const plain = oldState(records);
    const opened = openModule({ stored: { plain } });
    const listed = await opened.module.transactions.list(chain, owner, all);
    const shown = (kept: readonly StoredTransaction[]) =>
      kept.map(({ contractCallData: _calldata, ...record }) => record);
    expect(shown(listed)).toEqual(shown([...records].reverse()));
    // Of the newest 200 nothing is missing.
    expect(listed.slice(0, 200)).toEqual(records.slice(-200).reverse());
    expect(listed.at(-1)?.contractCallData).toEqual([]);
    expect(await opened.module.transactions.open()).toEqual(records.slice(-2));
    for (const record of [records[0], records[4_321], records[9_999]])
      expect(await opened.module.transactions.find(chain, record?.txnHash ?? '')).toMatchObject({
        txnHash: record?.txnHash,
        nonce: record?.nonce,
      });
    const { version, settled, places, records: old, recordPlaces } = opened.state.plain;
    expect({ version, old, recordPlaces }).toEqual({
      version: migrations.length + 1,
      old: null,
      recordPlaces: null,
    });
    const settledBytes = JSON.stringify(settled).length / records.length;
    process.stdout.write(`a settled record: ${settledBytes} bytes\n`);
    expect(settledBytes).toBeLessThanOrEqual(120);
    expect(JSON.stringify({ settled, places }).length).toBeLessThanOrEqual(1_300_000);
    expect(JSON.stringify(opened.state.plain).length).toBeLessThanOrEqual(1_300_000);
    expect(JSON.stringify(plain).length).toBeGreaterThan(6_000_000);
  }, 60_000);
});
