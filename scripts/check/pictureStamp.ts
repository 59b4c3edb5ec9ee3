import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

export const pictureFolder = join(root, 'docs/pictures');
export const stampFile = join(pictureFolder, 'stamp.json');

export const dialogPictures = [
  'approve',
  'approveUnlimited',
  'declare',
  'deploy',
  'message',
  'multicall',
  'outsideExecution',
  'revert',
  'session',
  'transfer',
  'upgrade',
  'transfer.details',
  'transfer.dark',
  'approveUnlimited.dark',
  'transfer.de',
  'approveUnlimited.de',
  'addAccount',
  'addToken',
  'chooseAccounts',
  'hideAccount',
  'privateKey',
  'recover',
  'signDeclaration',
  'signDeployment',
  'signTransaction',
  'switchAccount',
  'switchNetwork',
].map((name) => `dialogs/${name}`);
export const dappPictures = ['dapp', 'dapp.dark', 'scenarios', 'gas', 'rpc', 'ipfs'];

/** The module's version of which the pictures were taken. */
export type Stamp = { version: string };

/** Image size from the first chunk of a PNG. */
export const readSize = (png: Buffer): [number, number] => {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is not a PNG.');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** The stamp of pictures taken now. */
export const currentStamp = async (): Promise<Stamp> => {
  const { version } = (await readJson(join(root, 'package.json'))) as Stamp;
  return { version };
};

export const readStamp = async (): Promise<Stamp> => (await readJson(stampFile)) as Stamp;
