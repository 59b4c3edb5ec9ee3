// The built module in Chromium, Firefox and WebKit; also a part of `npm run test:all`.
import { runTests } from './runTests';

await runTests(['test/engines', ...process.argv.slice(2)], 'all');
