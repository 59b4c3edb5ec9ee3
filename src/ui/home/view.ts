import { boolean, enums, type Infer, integer, object, string } from '@metamask/superstruct';
import { type ChainId, ChainId as ChainIdStruct } from '../../schema/primitives';
import type { Label } from '../review/facts';

/** The module's page has several parts: the first, and those that its buttons open. */
export const homePages = ['main', 'sites', 'settings', 'activity', 'record'] as const;
export type HomePageName = (typeof homePages)[number];

/** The view state of the page. The wallet stores it with the page, so it outlives the process. */
const HomeView = object({
  page: enums(homePages),
  chainId: ChainIdStruct,
  /** The open setting; empty for none. */
  open: string(),
  /** Hash of the displayed record. */
  record: string(),
  /** Page of the activity log; 0 is the newest. */
  older: integer(),
  /** True if amounts are shown to their last digit. */
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

/** Parses a view that the wallet stored; undefined for anything else. */
export const parseView = (kept: unknown): HomeView | undefined =>
  HomeView.is(kept) ? kept : undefined;

/** Buttons and fields of the page; the subject of a button follows its prefix. */
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
  /** Forms by the name of their setting, and the buttons next to them. */
  form: 'page.form.',
  remove: 'page.remove.',
} as const;

/** The rest of a button's name after a prefix; undefined if it has another one. */
export const behind = (name: string, start: string): string | undefined =>
  name.startsWith(start) ? name.slice(start.length) : undefined;

/** Fields of the forms of settings. */
export type SettingField = 'network' | 'choice' | 'url' | 'key' | 'secret';

/** What the module's page reports about the last action. */
export type Notice = { severity: 'info' | 'warning' | 'danger'; title: Label; text: Label };
