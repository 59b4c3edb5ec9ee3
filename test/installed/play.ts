import { playAll } from './scenes';
import { openStand } from './stand';

const stand = await openStand();
try {
  process.stdout.write(JSON.stringify(await playAll(stand)));
} finally {
  await stand.stop();
}
// An ended wallet leaves requests pending.
process.exit(0);
