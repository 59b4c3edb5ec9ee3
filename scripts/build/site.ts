import { reportFailure } from '../failure';
import { buildSite } from './buildSite';

try {
  await buildSite();
  process.stdout.write('docs/site/dist is built.\n');
} catch (error) {
  reportFailure(error);
}
