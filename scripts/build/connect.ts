import { reportFailure } from '../failure';
import { buildConnect } from './buildConnect';

try {
  await buildConnect();
  process.stdout.write('connect/dist is built.\n');
} catch (error) {
  reportFailure(error);
}
