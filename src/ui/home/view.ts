import { boolean, enums, type Infer, integer, object, record, string } from '@metamask/superstruct';
import { type ChainId, ChainId as ChainIdStruct } from '../../schema/primitives';
import type { Label } from '../review/facts';

/** The module's page has several parts: the first, and those that its buttons open. */
export const homePages = [
  'main',
  'receive',
  'send',
  'several',
  'account',
  'tokens',
  'history',
  'allowances',
  'sites',
  'settings',
  'activity',
  'record',
  'stored',
  'contacts',
  'backup',
  'watchedAddress',
] as const;
export type HomePageName = (typeof homePages)[number];

/** The view state of the page. The wallet stores it with the page, so it outlives the process. */
const HomeView = object({
  page: enums(homePages),
  chainId: ChainIdStruct,
  /** The open setting; empty for none. */
  open: string(),
  /** Subject of the part in sight, such as a record's hash; empty for nothing. */
  about: string(),
  /** Page of a list; 0 is the newest. */
  older: integer(),
  /** True if amounts are shown to their last digit. */
  isExact: boolean(),
  /** Data of the form in sight besides its fields; empty on every change of parts. */
  draft: record(string(), string()),
  /** The event that asked for the review in the part's place, as JSON; empty if there is none. */
  asked: string(),
});
export type HomeView = Infer<typeof HomeView>;

export const createView = (chainId: ChainId): HomeView => ({
  page: 'main',
  chainId,
  open: '',
  about: '',
  older: 0,
  isExact: false,
  draft: {},
  asked: '',
});

/** Parses a view that the wallet stored; undefined for anything else. */
export const parseView = (stored: unknown): HomeView | undefined => {
  if (HomeView.is(stored)) return stored;
  return undefined;
};

/** Buttons and fields that every part of the page may have; a part's own ones are in its file. */
export const homeParts = {
  go: 'page.go.',
  refresh: 'page.go.main',
  exact: 'page.exact',
  anew: 'page.anew.',
  /** Turns a list to the page of this number. */
  turn: 'page.turn.',
  /** Submits the form of this name from the footer, which stands outside of it. */
  submit: 'page.submit.',
} as const;

/** Name of the button that opens a part of the page, about something. */
export const getLinkName = (page: HomePageName, about = ''): string => {
  if (about === '') return `${homeParts.go}${page}`;
  return `${homeParts.go}${page} ${about}`;
};

/** Name of the button in the footer that submits a form. */
export const getSubmitName = (form: string): string => `${homeParts.submit}${form}`;

/** The rest of a button's name after a prefix; undefined if it has another one. */
export const behind = (name: string, start: string): string | undefined => {
  if (name.startsWith(start)) return name.slice(start.length);
  return undefined;
};

/** The page's report about the last action. */
export type Notice = {
  severity: 'info' | 'success' | 'warning' | 'danger';
  title: Label;
  text: Label;
  /** Name of the form that it stands in while that is open; elsewhere it stands at the top. */
  form?: string;
};
