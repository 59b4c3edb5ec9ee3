import { join } from 'node:path';
import { byNetwork } from '../../src/networks/networks';
import { reportFailure } from '../failure';
import { root } from '../root';
import { buildModule } from './buildModule';

const list = (name: string): string[] =>
  (process.env[name] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');

const started = performance.now();
try {
  const { out, bytes, built } = await buildModule({
    out: process.env.XNET_OUT || join(root, 'dist'),
    endpoints: byNetwork(({ endpointsVariable }) => list(endpointsVariable)),
    companionOrigins: list('XNET_COMPANION_ORIGINS'),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${built ? `Built in ${seconds} s` : 'Up to date'}: ${out}, bundle.js ${bytes} bytes\n`,
  );
} catch (error) {
  reportFailure(error);
}
