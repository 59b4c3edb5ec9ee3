import { expect, it } from '@jest/globals';
import { ethereumMethods } from '../../../test/chain/ethereumMethods';
import { recordings } from '../../../test/chain/recordings';

/** Fields that nodes send beside those of the specification: they are handed on as they are. */
const beside = new Set([
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'withdrawals',
  'withdrawalsRoot',
  'yParity',
  'blobGasPrice',
  'maxFeePerBlobGas',
  'blobVersionedHashes',
  'authorizationList',
  'blockTimestamp',
  'slotNumber',
  'blockAccessListHash',
  'balHash',
]);

type Place = { readonly path: readonly string[]; readonly value: string | boolean };

function* places(value: unknown, path: readonly string[] = []): Generator<Place> {
  if (typeof value === 'string' || typeof value === 'boolean') yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value))
    if (!beside.has(name)) yield* places(part, [...path, name]);
}

function withAt(whole: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(whole);
  let part = copy as Record<string, never>;
  for (const name of path.slice(0, -1)) part = part[name] ?? part;
  part[path.at(-1) ?? ''] = value as never;
  return copy;
}

const seen = new Set<string>();
const all = (['execution-apis', 'geth'] as const)
  .flatMap(recordings)
  .flatMap(({ request: { method, params }, reply: { result } }) =>
    [...places(result)].flatMap(({ path, value }) => {
      const kind = [method, ...path.filter((name) => !/^\d+$/u.test(name))].join('.');
      if (seen.has(kind)) return [];
      seen.add(kind);
      return [{ kind, method, params, result, path, value }];
    }),
  );

it('looks at all methods', () => {
  expect(new Set(all.map(({ method }) => method)).size).toBe(6);
  expect(all.length).toBeGreaterThan(100);
});

it.each(all)('refuses what is none at $kind', ({ method, params, result, path, value }) => {
  const readResult = ethereumMethods[method]?.(...(params as never[])).readResult;
  for (const wrong of [`x${value}`, `${value}x`, `${value}\n`, `${value} `, 0.5, {}, []])
    expect(() => readResult?.(withAt(result, path, wrong))).toThrow(
      expect.objectContaining({
        kind: 'nodeFault',
        data: { path: expect.stringContaining(path.join('.')) },
      }),
    );
});
