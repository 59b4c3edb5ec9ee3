import { describe, expect, it } from '@jest/globals';
import { openModule } from '../../test/wallet/openModule';
import { storedRecord } from '../../test/wallet/records';
import { chainIds } from '../schema/primitives';
import type { StoredTransaction } from '../schema/transaction';

const chain = chainIds.sepolia;
const all = { limit: 20_000, since: 0, wanted: () => true };

describe('migrations', () => {
  it('keep the accounts of a state that knew one class of each', async () => {
    const first = openModule();
    await first.invoke('xnet_createAccount', { addressIndex: 3 });
    const [account] = await first.module.accounts.list(chain);
    const { addressClass, ...old } = account ?? {};
    expect(addressClass).toBe('argent040');

    const plain = { version: 1, accounts: { [chain]: [old] } };
    const second = openModule({ stored: { plain } });
    expect(await second.module.accounts.list(chain)).toEqual([account]);
    expect(second.state.plain.version).toBe(3);
    expect(second.state.plain.accounts).not.toHaveProperty(chainIds.mainnet);
  });
});

describe('the migration of the records', () => {
  const address = `0x${'a1'.padStart(64, '0')}`;
  const recipients = 40;
  /** As transfers are kept: hashes of full length, some recipients, some that failed or still move. */
  const recordsOf = (count: number): StoredTransaction[] =>
    Array.from({ length: count }, (_, number) => {
      const hash =
        (BigInt(number + 1) * 0x2f0b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7n) % 2n ** 250n;
      const to =
        (BigInt((number % recipients) + 1) * 0x3a1b2c3d4e5f60718293a4b5c6d7e8f9n) ** 2n %
        2n ** 250n;
      const failed = number % 50 === 0;
      return storedRecord(number, {
        ...{
          txnHash: `0x${((hash + 2n ** 249n) % 2n ** 250n).toString(16)}`,
          senderAddress: address,
        },
        contractAddress: `0x${to.toString(16).padStart(64, '0')}`,
        contractCallData: [`0x${to.toString(16)}`, '0x38d7ea4c68000', '0x0'],
        ...{ status: 'ACCEPTED_ON_L2', finalityStatus: 'ACCEPTED_ON_L2' },
        executionStatus: failed ? 'REVERTED' : 'SUCCEEDED',
        failureReason: failed ? 'u256_sub Overflow' : null,
        ...(number >= count - 2 && { status: 'RECEIVED', finalityStatus: null }),
      });
    });
  /** The state as it was: whole records by page, a place for each hash, what is open. */
  const oldState = (records: readonly StoredTransaction[]) => {
    const pages: Record<string, StoredTransaction[]> = {};
    for (const [index, record] of records.entries()) {
      const name = `page${Math.floor(index / 20)}`;
      pages[name] ??= [];
      pages[name].push(record);
    }
    const newest = Object.keys(pages).length - 1;
    const places = records.map(({ txnHash }, index) => [
      txnHash,
      { senderAddress: address, page: Math.floor(index / 20) },
    ]);
    const open = records.flatMap(({ status, chainId, senderAddress, txnHash, timestamp }) =>
      status === 'RECEIVED' ? { chainId, senderAddress, txnHash, timestamp } : [],
    );
    return {
      version: 2,
      records: { [chain]: { [address]: { ...pages, newest } } },
      recordPlaces: { [chain]: Object.fromEntries(places) },
      open,
    };
  };

  it('keeps 10,000 of them, in a sixth of the room', async () => {
    const records = recordsOf(10_000);
    const plain = oldState(records);
    const opened = openModule({ stored: { plain } });
    const listed = await opened.module.transactions.list(chain, address, all);
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
    expect({ version, old, recordPlaces }).toEqual({ version: 3, old: null, recordPlaces: null });
    const settledBytes = JSON.stringify(settled).length / records.length;
    process.stdout.write(`a settled record: ${settledBytes} bytes\n`);
    expect(settledBytes).toBeLessThanOrEqual(120);
    expect(JSON.stringify({ settled, places }).length).toBeLessThanOrEqual(1_300_000);
    expect(JSON.stringify(opened.state.plain).length).toBeLessThanOrEqual(1_300_000);
    expect(JSON.stringify(plain).length).toBeGreaterThan(6_000_000);
  }, 60_000);

  it('begins anew where it was broken off, at whatever write', async () => {
    const records = recordsOf(45);
    for (let kill = 1; kill <= 8; kill += 1) {
      let writes = 0;
      const killed = openModule({
        stored: { plain: oldState(records) },
        async border({ method }, cross) {
          if (method === 'snap_setState') writes += 1;
          if (writes >= kill) throw new Error('Killed.');
          return cross();
        },
      });
      await expect(killed.module.transactions.open()).rejects.toThrow('Killed.');
      const again = openModule({ stored: killed.state });
      expect(await again.module.transactions.list(chain, address, all)).toEqual(
        [...records].reverse(),
      );
      expect(await again.module.transactions.open()).toEqual(records.slice(-2));
      expect(again.state.plain.version).toBe(3);
    }
  });

  it('leaves out what could not be read before, and keeps all others', async () => {
    const records = recordsOf(30);
    const plain = oldState(records);
    const broken = (plain.records[chain][address] as Record<string, unknown>).page0;
    if (!Array.isArray(broken)) throw new Error('There are two pages.');
    broken[3] = { txnHash: 'what' } as unknown as StoredTransaction; // as a fault would leave it
    const opened = openModule({ stored: { plain } });
    const listed = await opened.module.transactions.list(chain, address, all);
    expect(listed).toEqual(records.filter((_, index) => index !== 3).reverse());
  });
});
