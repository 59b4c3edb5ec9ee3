/** Prints the promises of docs/understand/security.md with the tests of each. */
import { securityTests } from '../build/promises';

const [, , text = ''] = process.argv;
process.stdout.write(`${securityTests(text)}\n`);
