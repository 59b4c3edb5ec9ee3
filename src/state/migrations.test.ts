import { describe, expect, it } from '@jest/globals';
import { createOldRecords, oldState, owner } from '../../test/wallet/oldRecords';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { FOREIGN_NONCE, type StoredTransaction } from '../schema/transaction';
import { toAddress } from '../starknet/felt';

const chain = chainIds.sepolia;
const all = { limit: 20_000, since: 0, isWanted: () => true };

describe('migrations', () => {
  it('keeps the accounts of a state with one class each', async () => {
    const first = openModule();
    await first.invoke('xnet_createAccount', { addressIndex: 3 });
    const [account] = await first.module.accounts.list(chain);
    const { addressClass, ...old } = account ?? {};
    expect(addressClass).toBe('argent040');

    const plain = { version: 1, accounts: { [chain]: [old] } };
    const second = openModule({ stored: { plain } });
    expect(await second.module.accounts.list(chain)).toEqual([account]);
    expect(second.state.plain.version).toBe(6);
    expect(second.state.plain.accounts).not.toHaveProperty(chainIds.mainnet);
  });

  // @promise T31.2
  it('keeps the accounts if any write fails, and starts again', async () => {
    const first = openModule();
    await first.invoke('xnet_createAccount');
    const [account] = await first.module.accounts.list(chain);
    const { addressClass: _later, ...old } = account ?? {};
    for (let failing = 1; failing <= 6; failing += 1) {
      let writes = 0;
      const torn = openModule({
        stored: { plain: { version: 1, accounts: { [chain]: [old] } } },
        async border({ method }, cross) {
          if (method === 'snap_setState') writes += 1;
          if (method === 'snap_setState' && writes === failing) throw new Error('It was full.');
          return cross();
        },
      });
      await expect(torn.module.accounts.list(chain)).rejects.toThrow('It was full.');
      const again = openModule({ stored: torn.state });
      expect(await again.module.accounts.list(chain)).toEqual([account]);
      expect(again.state.plain.version).toBe(6);
    }
  });

  it('keeps a signature noted before nonces were, without which no review opens', async () => {
    const noted = { hash: '0x1', before: 2_000 };
    const plain = { version: 2, outsideSigned: { [chain]: { [owner]: [noted] } } };
    const { module } = openModule({ stored: { plain } });
    const later = { hash: '0x2', before: 3_000, nonce: '0x5' };
    await module.outsideSigned.add(chain, owner, later, 1_000);
    const kept = [{ ...noted, nonce: FOREIGN_NONCE }, later];
    expect(await module.outsideSigned.alive(chain, owner, 1_000)).toEqual(kept);
  });
});

it('forgets what was found on the chain before strangers’ transfers were told apart', async () => {
  const found = { [chain]: { '0xac': { extent: { oldest: 1, newest: 1, count: 1 } } } };
  const { module, state } = openModule({ stored: { plain: { version: 3, found } } });
  await module.accounts.list(chain);
  expect(state.plain.found ?? null).toBeNull();
});

describe('the migration to lists of all accounts', () => {
  const used = (...recipients: bigint[]) => ({
    recipients: recipients.map((one) => toAddress(one)),
    contracts: [0xc0n, ...recipients].map((one) => toAddress(one)),
  });
  const open = (usedAddresses: object) =>
    openModule({ stored: { plain: { version: 5, usedAddresses: { [chain]: usedAddresses } } } });

  // @promise T31.2
  it('keeps the addresses that each account has used', async () => {
    const { module } = open({ '0xa': used(1n, 2n), '0xb': used(2n, 3n) });
    expect(await module.usedAddresses.list(chain)).toEqual(used(1n, 2n, 3n));
  });

  it('keeps a list that an interrupted step has written', async () => {
    const { module } = open(used(1n));
    expect(await module.usedAddresses.list(chain)).toEqual(used(1n));
  });

  // @promise T11.3
  it('takes no unreadable list for an empty one', async () => {
    const { module } = open({ '0xa': used(1n), '0xb': 'of a newer form' });
    await expect(module.usedAddresses.list(chain)).rejects.toThrow();
    expect(module.lost.keys()).toEqual([`usedAddresses.${chain}`]);
  });
});

describe('the migration of the records', () => {
  it('begins anew after an interruption at any write', async () => {
    const records = createOldRecords(45);
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
      expect(await again.module.transactions.list(chain, owner, all)).toEqual(
        [...records].reverse(),
      );
      expect(await again.module.transactions.open()).toEqual(records.slice(-2));
      expect(again.state.plain.version).toBe(6);
    }
  });

  it('leaves out what could not be read before, and keeps all others', async () => {
    const records = createOldRecords(30);
    const plain = oldState(records);
    const broken = (plain.records[chain][owner] as Record<string, unknown>).page0;
    if (!Array.isArray(broken)) throw new Error('There are two pages.');
    broken[3] = { txnHash: 'what' } as unknown as StoredTransaction; // as a fault would leave it
    const opened = openModule({ stored: { plain } });
    const listed = await opened.module.transactions.list(chain, owner, all);
    expect(listed).toEqual(records.filter((_, index) => index !== 3).reverse());
  });
});
