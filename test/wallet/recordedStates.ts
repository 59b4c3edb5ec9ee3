import { readFileSync } from 'node:fs';
import { chainIds } from '../../src/schema/primitives';
import { migrations } from '../../src/state/migrations';
import { createOldRecords, owner } from './oldRecords';
import type { openModule } from './openModule';

export type Recorded = { version: number } & Record<string, unknown>;
/** One state of each version that was ever written, with one account and 25 records. */
export const recordedStates = JSON.parse(
  readFileSync('test/vectors/states.json', 'utf8'),
) as Recorded[]; // our own file

const chain = chainIds.sepolia;
const all = { limit: 1_000, since: 0, isWanted: () => true };
const records = createOldRecords(25);

/** Everything in a recorded state that a user would miss. */
export async function readAll(opened: ReturnType<typeof openModule>) {
  const { accounts, transactions, found, siteNetworks, lost } = opened.module;
  const [account] = await accounts.list(chain);
  return {
    account,
    records: await transactions.list(chain, owner, all),
    open: await transactions.open(),
    latest: await transactions.latest(chain),
    found: opened.state.plain.found ?? null,
    siteNetwork: await siteNetworks.of('https://dapp.example'),
    version: opened.state.plain.version,
    lost: found && lost.keys(),
  };
}

/** All of it but the account, in the newest version. */
export const wholeRecords = {
  records: [...records].reverse(),
  open: records.slice(-2),
  latest: records.slice(-5).reverse(),
  found: null,
  siteNetwork: chainIds.mainnet,
  version: migrations.length + 1,
  lost: [] as string[],
};
export const wholeAccount = { addressIndex: 3, addressClass: 'argent040' } as const;
