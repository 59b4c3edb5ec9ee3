import { runTests } from './runTests';

await runTests(process.argv.slice(2), 'all');
