import { reportFailure } from '../failure';
import { buildSite } from './buildSite';

try {
  await buildSite();
  process.stdout.write('docs/site/dist is built.\n');
  if (!process.env.XNET_SITE_URL)
    process.stdout.write('It has no sitemap: XNET_SITE_URL does not name its address.\n');
} catch (error) {
  reportFailure(error);
}
