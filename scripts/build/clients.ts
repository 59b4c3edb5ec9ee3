import { reportFailure } from '../failure';
import { buildClients } from './buildClients';

/** By npm, which packs the folder that it is told of: here it would be the sources. */
const isBeforePack = process.argv.includes('--before-pack');

try {
  await buildClients();
  if (isBeforePack) throw new Error('The package is clients/dist: npm pack ./clients/dist');
  process.stdout.write('clients/dist is built.\n');
} catch (error) {
  reportFailure(error);
}
