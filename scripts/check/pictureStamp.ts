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

/** The states of the module's page of which pictures are taken. */
const pageScenes = [
  'empty',
  'main',
  'found',
  'receive',
  'send',
  'send.check',
  'tokens',
  'history',
  'record',
  'allowances',
  'account',
  'sites',
  'activity',
  'settings',
  'settings.form',
  'contacts',
  'watchedAddress',
  'backup',
  'stored',
  'nodeDown',
  'lost',
] as const;
export type PageScene = (typeof pageScenes)[number];

type PageLook = { scene: PageScene; language: string; colorScheme: 'light' | 'dark' };

/** Scene, language and colours of each picture of the module's page, by its name. */
export const pageLooks: Readonly<Record<string, PageLook>> = Object.fromEntries(
  (
    [
      ...pageScenes.map((scene) => [scene, { scene }] as const),
      ['main.dark', { scene: 'main', colorScheme: 'dark' }],
      ['send.de', { scene: 'send', language: 'de' }],
      ['allowances.es', { scene: 'allowances', language: 'es' }],
    ] as const satisfies readonly (readonly [string, Partial<PageLook> & Pick<PageLook, 'scene'>])[]
  ).map(([name, look]) => [`pages/${name}`, { language: 'en', colorScheme: 'light', ...look }]),
);
export const pagePictures = Object.keys(pageLooks);

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
