import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeOptions } from './options';
import { omitUndefined, refuseEmpty } from './readOptions';
import { openDatabase } from './stores/database';
import { backupUsage } from './usage.mjs';

/** Keys, balances and pins; owners of IPFS blocks. */
const databases = ['store.lmdb', 'owners.lmdb'];

/**
 * `backup <folder>`: copies the databases of `--data`, each as it is at one moment, also while a
 * service uses them. IPFS blocks never change once written: any program may copy their folder after.
 */
export const backupCommand = async (
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { data: { type: 'string' } },
  });
  refuseEmpty(values);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error(backupUsage);
  const { data } = completeOptions(omitUndefined({ data: values.data }));
  const names = databases.filter((name) => existsSync(join(data, name)));
  if (names.length === 0) throw new Error(`There is no database in ${data}.`);
  for (const name of names) {
    const to = join(folder, name);
    if (existsSync(to)) throw new Error(`${to} is there already.`);
    const root = openDatabase(data, name);
    try {
      await root.backup(to, true);
    } finally {
      await root.close();
    }
  }
  say(JSON.stringify({ backup: folder, databases: names }));
};
