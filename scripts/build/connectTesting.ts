import { reportFailure } from '../failure';
import { buildConnectTesting } from './buildConnect';

try {
  await buildConnectTesting();
  process.stdout.write('connect/testing/dist is built.\n');
} catch (error) {
  reportFailure(error);
}
