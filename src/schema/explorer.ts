import { enums, type Infer } from '@metamask/superstruct';

/** Explorers that the module can ask for history, with a key that the user has from them. */
export const explorerNames = ['voyager', 'starkscan'] as const;
export const ExplorerName = enums(explorerNames);
export type ExplorerName = Infer<typeof ExplorerName>;

export const explorerTitles: Readonly<Record<ExplorerName, string>> = {
  voyager: 'Voyager',
  starkscan: 'Starkscan',
};
