import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eth_getBlockByHash } from '@xnet/clients/ethereum/eth_getBlockByHash';
import { eth_getBlockReceipts } from '@xnet/clients/ethereum/eth_getBlockReceipts';
import { fits } from '@xnet/clients/schema/field';

/** The result of a recorded exchange of ethereum/execution-apis (CC0). */
const recorded = (file: string): unknown => {
  const path = join(__dirname, '../../../test/vectors/execution-apis', file);
  const line = readFileSync(path, 'utf8').split('\n<< ')[1]?.split('\n')[0] ?? '';
  return (JSON.parse(line) as { result: unknown }).result; // as the file has it
};

const values = [undefined, null, true, 5, '', '0x', '0x00', '0xg', 'text', {}, [], [null], ['0x1']];

/** Yields copies of the value with one part, at any depth, replaced by each of the others. */
function* broken(value: unknown): Generator<unknown> {
  yield* values;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const other of broken(part)) {
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    }
  }
}

it.each([
  ['eth_getBlockByNumber/get-latest.io', eth_getBlockByHash.struct],
  ['eth_getBlockReceipts/get-block-receipts-latest.io', eth_getBlockReceipts.struct],
])('fits what the struct of %s says, and nothing else', (file, struct) => {
  const whole = recorded(file);
  expect(fits(whole, struct)).toBe(true);
  let refused = 0;
  for (const value of broken(whole)) {
    const isGood = struct.is(value as never);
    if (!isGood) refused += 1;
    if (fits(value, struct) !== isGood) throw new Error(JSON.stringify(value));
  }
  expect(refused).toBeGreaterThan(100);
});
