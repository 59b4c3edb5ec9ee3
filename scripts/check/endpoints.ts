import { parseArgs } from 'node:util';
import { defaultEndpoints } from '../../src/remote/starknet/defaults';
import { chainIds } from '../../src/schema/primitives';
import { getMessage } from '../failure';
import { say } from '../say';
import { usages } from '../setup/usages.mjs';
import { checkEndpoint } from './endpoint';

function verdictOf(isGood: boolean, isOptional: boolean): string {
  if (isGood) return 'ok';
  return isOptional ? 'lacks' : 'FAILED';
}

/** The endpoints named on the command line, or the defaults of both networks. */
const listRequested = (): { chainId: string; url: string }[] => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'chain-id': { type: 'string', default: chainIds.sepolia } },
  });
  if (positionals.length > 0)
    return positionals.map((url) => ({ chainId: values['chain-id'], url }));
  return Object.entries(defaultEndpoints).flatMap(([chainId, endpoints]) =>
    endpoints.map(({ url }) => ({ chainId, url })),
  );
};

try {
  let missing = 0;
  for (const { url, chainId } of listRequested()) {
    say(`\n${url}`);
    for (const { name, isGood, isOptional, finding } of await checkEndpoint(url, chainId)) {
      if (!isGood && !isOptional) missing += 1;
      say(`  ${verdictOf(isGood, isOptional).padEnd(6)}  ${name.padEnd(16)}${finding}`);
    }
  }
  say(missing === 0 ? '\nAll can be used from a browser.' : `\n${missing} failed.`);
  if (missing > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${getMessage(error)}\n\n`);
  process.stderr.write(usages['scripts/check/endpoints.ts'] ?? '');
  process.exitCode = 2;
}
