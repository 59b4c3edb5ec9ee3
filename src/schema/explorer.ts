import { enums, type Infer } from '@metamask/superstruct';

/** Explorers that the module can query for history, each with the user's own key. */
export const explorerNames = ['voyager', 'starkscan'] as const;
export const ExplorerName = enums(explorerNames);
export type ExplorerName = Infer<typeof ExplorerName>;

export const explorerTitles: Readonly<Record<ExplorerName, string>> = {
  voyager: 'Voyager',
  starkscan: 'Starkscan',
};
