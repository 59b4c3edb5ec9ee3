// Packs and unpacks archives. Plain Node, in the folder of its packages.
//   node archive.mjs pack <archive> <prefix> <folder>    packs the files that standard input lists, as JSON
//   node archive.mjs unpack <archive> <folder>
import { readFileSync } from 'node:fs';
import { create, extract } from 'tar';

const [command, archive, ...words] = process.argv.slice(2);
/** The time that npm gives to every file of a package. */
const mtime = new Date('1985-10-26T08:15:00.000Z');

/** The same bytes for every user: no names, no times, and one mode whatever the umask was. */
async function pack([prefix, cwd]) {
  const files = JSON.parse(readFileSync(0, 'utf8')).sort();
  const onWriteEntry = (entry) => {
    entry.stat.mode = 0o100644;
  };
  const gzip = { level: 9, portable: true };
  await create({ file: archive, cwd, prefix, gzip, portable: true, mtime, onWriteEntry }, files);
}

if (command === 'pack') await pack(words);
else await extract({ file: archive, cwd: words[0], strict: true });
