// Tests against a real IPFS node. `npm test` omits them: building the node takes minutes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../root';
import { buildKubo } from './kubo';

await buildKubo((line) => process.stdout.write(`${line}\n`));
const jest = join(root, 'node_modules/jest/bin/jest.js');
const args = [jest, '--selectProjects', 'kubo', '--runInBand', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exitCode = await new Promise<number>((resolve) =>
  child.on('close', (code) => resolve(code ?? 1)),
);
