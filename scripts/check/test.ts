import { everyRun } from './everyRun';
import { runTests } from './runTests';

await runTests(process.argv.slice(2), everyRun);
