import { playAll } from './scenes';
import { openStand } from './stand';

const stand = await openStand();
try {
  process.stdout.write(JSON.stringify(await playAll(stand)));
} finally {
  await stand.stop();
}
// What a wallet that was ended leaves waiting is nobody's.
process.exit(0);
