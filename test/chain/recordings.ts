import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../scripts/root';

/** A recorded request to an Ethereum node, with its response. */
export type Recording = {
  name: string;
  request: { id: number; method: string; params: unknown[] };
  reply: { id: number; result: unknown; error?: { code: number; message: string } };
};

/** The chains on which they were recorded. */
export const recordedChainIds = {
  'execution-apis': '0xc72dd9d5e883e',
  geth: '0x539',
  ethereumjs: '0x53a',
} as const;

const line = (text: string, mark: string) =>
  JSON.parse(
    text
      .split('\n')
      .find((each) => each.startsWith(mark))
      ?.slice(mark.length) ?? 'null',
  );

/** All recordings in a folder of test/vectors. */
export const recordings = (of: keyof typeof recordedChainIds = 'execution-apis'): Recording[] => {
  const folder = join(root, 'test/vectors', of);
  return readdirSync(folder).flatMap((method) =>
    readdirSync(join(folder, method)).map((file) => {
      const text = readFileSync(join(folder, method, file), 'utf8');
      return { name: `${method}/${file}`, request: line(text, '>> '), reply: line(text, '<< ') };
    }),
  );
};

/**
 * The recorded response to a call. If a block's transaction hashes are requested and the recording
 * has full transactions, it has none.
 */
export const getTold = (
  recorded: readonly Recording[],
  method: string,
  params: unknown,
): Recording['reply'] | undefined => {
  const find = (wanted: unknown) =>
    recorded.find(
      ({ request }) => request.method === method && isDeepStrictEqual(request.params, wanted),
    )?.reply;
  const [block, areWhole] = params as unknown[];
  return (
    find(params) ??
    (areWhole === false ? find([block === 'earliest' ? '0x0' : block, true]) : undefined)
  );
};
