import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFiles, isTest, listFiles } from '../build/fileHash';
import { root } from '../root';

export const pictureFolder = join(root, 'docs/pictures');
export const stampFile = join(pictureFolder, 'stamp.json');

export const dialogPictures = [
  ...['approve', 'approveUnlimited', 'declare', 'deploy', 'message', 'multicall'],
  ...['outsideExecution', 'revert', 'session', 'transfer', 'upgrade'],
  ...['transfer.details', 'transfer.dark', 'approveUnlimited.dark'],
  ...['transfer.de', 'approveUnlimited.de'],
].map((name) => `dialogs/${name}`);
export const dappPictures = ['dapp', 'dapp.dark', 'scenarios', 'gas', 'rpc', 'ipfs'];

/** Sources drawn by each set of pictures; their other imports rarely change what is visible. */
const sources = {
  dialogs: [
    ...['src/ui/review', 'src/ui/text', 'locales/text/en', 'locales/text/de'],
    ...['wallet/src/page', 'test/review/dialogCases.ts'],
  ],
  dapp: ['dapp/src/view', 'dapp/src/styles', 'dapp/src/path', 'dapp/src/scenarios'],
};

export type Stamp = {
  /** A hash of the sources, per set. */
  sources: Record<string, string>;
  /** Width and height in pixels, by name. */
  sizes: Record<string, readonly [number, number]>;
};

/** Image size from the first chunk of a PNG. */
export const sizeOf = (png: Buffer): [number, number] => {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is not a PNG.');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

/** The stamp of pictures taken now. */
export const stampOfNow = async (): Promise<Stamp> => {
  const hashes = Object.entries(sources).map(async ([name, paths]) => {
    const listed = await Promise.all(paths.map((path) => listFiles(root, path)));
    const drawn = listed.flat().filter((path) => !isTest(path));
    return [name, (await hashFiles(root, drawn)).slice(0, 16)] as const;
  });
  const sizes = [...dappPictures, ...dialogPictures].map(async (name) => {
    const png = await readFile(join(pictureFolder, `${name}.png`));
    return [name, sizeOf(png)] as const;
  });
  return {
    sources: Object.fromEntries(await Promise.all(hashes)),
    sizes: Object.fromEntries(await Promise.all(sizes)),
  };
};

export const readStamp = async (): Promise<Stamp> =>
  JSON.parse(await readFile(stampFile, 'utf8')) as Stamp;
