import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createOldRecords, owner } from '../../test/wallet/oldRecords';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { migrations } from './migrations';

type Recorded = { version: number } & Record<string, unknown>;
/** One state of each version that was ever written, with one account and 25 records. */
const recorded = JSON.parse(readFileSync('test/vectors/states.json', 'utf8')) as Recorded[]; // our own file

const chain = chainIds.sepolia;
const newest = migrations.length + 1;
const all = { limit: 1_000, since: 0, isWanted: () => true };
const records = createOldRecords(25);

/** What a user would miss. */
async function readAll(opened: ReturnType<typeof openModule>) {
  const { accounts, transactions, found, siteNetworks, lost } = opened.module;
  const [account] = await accounts.list(chain);
  return {
    account,
    records: await transactions.list(chain, owner, all),
    open: await transactions.open(),
    found: opened.state.plain.found ?? null,
    siteNetwork: await siteNetworks.of('https://dapp.example'),
    version: opened.state.plain.version,
    lost: found && lost.keys(),
  };
}

const whole = {
  account: expect.objectContaining({ addressIndex: 3, addressClass: 'argent040' }),
  records: [...records].reverse(),
  open: records.slice(-2),
  found: null,
  siteNetwork: chainIds.mainnet,
  version: newest,
  lost: [],
};

/** Opens a state in a wallet that ends at a write. @returns what it has stored, and whether it ended */
async function openUntil(state: Recorded, kill: number) {
  let writes = 0;
  const opened = openModule({
    stored: { plain: structuredClone(state) },
    async border({ method }, cross) {
      if (method === 'snap_setState') writes += 1;
      if (writes >= kill) throw new Error('Killed.');
      return cross();
    },
  });
  const isKilled = await opened.module.accounts.list(chain).then(
    () => false,
    () => true,
  );
  return { stored: opened.state, isKilled };
}

describe('the recorded states', () => {
  it('includes one of every version up to the newest', () => {
    expect(recorded.map(({ version }) => version)).toEqual(
      Array.from({ length: newest }, (_, index) => index + 1),
    );
  });

  // @promise T31.2
  it.each(recorded)(
    'becomes the newest from version $version, with nothing lost',
    async (state) => {
      const opened = openModule({ stored: { plain: structuredClone(state) } });
      expect(await readAll(opened)).toEqual(whole);
    },
  );

  // @promise T31.2
  it.each(recorded.slice(0, -1))(
    'goes on from version $version at whatever write it was killed',
    async (state) => {
      let kill = 1;
      for (; ; kill += 1) {
        const { stored, isKilled } = await openUntil(state, kill);
        expect(await readAll(openModule({ stored }))).toEqual(whole);
        if (!isKilled) break;
      }
      // Each step writes at least what it changes, and then the version.
      expect(kill).toBeGreaterThan(2 * (newest - state.version));
    },
  );

  it('refuses a newer state with a sentence, and leaves it as it is', async () => {
    const plain = { ...recorded.at(-1), version: newest + 1, accounts: 'of a newer form' };
    const opened = openModule({ stored: { plain: structuredClone(plain) } });
    await expect(opened.module.accounts.list(chain)).rejects.toThrow(
      'The state was written by a newer module; update it.',
    );
    expect(opened.state.plain).toEqual(plain);
  });
});
