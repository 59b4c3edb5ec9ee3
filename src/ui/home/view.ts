import { boolean, enums, type Infer, integer, object, string } from '@metamask/superstruct';
import { type ChainId, ChainId as ChainIdStruct } from '../../schema/primitives';
import type { Label } from '../review/facts';

/** The module's page is several: the first, and those behind its buttons. */
export const homePages = ['main', 'sites', 'settings', 'activity', 'record'] as const;
export type HomePageName = (typeof homePages)[number];

/** What of the page is in sight. The wallet keeps it with the page, so that it outlives the process. */
const HomeView = object({
  page: enums(homePages),
  chainId: ChainIdStruct,
  /** The setting that is unfolded; empty for none. */
  open: string(),
  /** Hash of the record that is shown. */
  record: string(),
  /** Page of the activity log; 0 is the newest. */
  older: integer(),
  /** True where amounts are drawn to their last digit. */
  isExact: boolean(),
});
export type HomeView = Infer<typeof HomeView>;

export const viewOf = (chainId: ChainId): HomeView => ({
  page: 'main',
  chainId,
  open: '',
  record: '',
  older: 0,
  isExact: false,
});

/** Reads a view that the wallet kept; undefined for anything else. */
export const parseView = (kept: unknown): HomeView | undefined =>
  HomeView.is(kept) ? kept : undefined;

/** Buttons and fields of the page; what one is about stands behind its prefix. */
export const homeParts = {
  go: 'page.go.',
  network: 'page.network',
  refresh: 'page.go.main',
  exact: 'page.exact',
  find: 'page.find',
  show: 'page.show.',
  use: 'page.use.',
  key: 'page.key.',
  record: 'page.record.',
  anew: 'page.anew.',
  /** Of the activity log, to the page of this number. */
  turn: 'page.turn.',
  unfold: 'page.unfold.',
  /** Forms by the name of their setting, and the buttons beside them. */
  form: 'page.form.',
  remove: 'page.remove.',
} as const;

/** What stands behind the beginning of a button's name; undefined where it begins otherwise. */
export const behind = (name: string, start: string): string | undefined =>
  name.startsWith(start) ? name.slice(start.length) : undefined;

/** Fields of the forms of settings. */
export type SettingField = 'network' | 'choice' | 'url' | 'key' | 'secret';

/** What the module's page says about what was just done there. */
export type Notice = { severity: 'info' | 'warning' | 'danger'; title: Label; text: Label };
