import type { Json } from '@metamask/utils';

/**
 * What the wallet's page is told, as plain JSON. The server sends the whole of it on each change;
 * `revision` grows with every change, so that the page can tell an older picture from its own doing.
 */
export type Snapshot = {
  revision: number;
  approvals: ApprovalView[];
  module: ModuleView | null;
  /** Why the build in the module's folder could not replace the installed one; null where it did. */
  buildError: string | null;
  page: PageView | null;
  requests: RequestView[];
  notices: NoticeView[];
  sites: string[];
  phrase: string;
  /** Whether the phrase is one that everybody knows. */
  isKnownPhrase: boolean;
  refusesMainnet: boolean;
  /** Language in which the page speaks, such as `de`. */
  locale: string;
  /** The chain on this machine that the module works with, where the wallet was told of it. */
  localChain: LocalChainView | null;
};

export type LocalChainView = {
  /** Such as `127.0.0.1:3913`. */
  host: string;
  /** True where it is not the chain, or no longer has the blocks, that this wallet worked with. */
  isAnother: boolean;
  /** Number of the newest block that this wallet worked with; null before it saw one. */
  block: number | null;
};

export type InterfaceView = {
  id: string;
  content: Json;
  state: Json;
  /** What the module's last answer to the user's input failed with. */
  failure: string | null;
};

export type ApprovalView = {
  id: string;
  /** The wallet vendor's approval type, for instance `wallet_installSnap` or `snap_dialog`. */
  type: string;
  /** A dapp's origin, or the module's id where the module itself asks. */
  origin: string;
  moduleId: string | null;
  moduleName: string;
  /** Unix milliseconds. */
  time: number;
  loading: boolean;
  error: string | null;
  version: string | null;
  /** Of the build that is to be installed. */
  checksum: string | null;
  /** Whether somebody waits for the answer still: the tab that asked may be closed, or the module gone. */
  waits: 'somebody' | 'pageClosed' | 'moduleEnded';
  permissions: PermissionView[];
  revokedPermissions: PermissionView[];
  /** Origins that are to be connected without asking again. */
  connections: string[];
  /** Shown in the empty answer of a prompt. */
  placeholder: string | null;
  ui: InterfaceView | null;
};

export type PermissionView = { name: string; caveats: Json };

export type ModuleView = {
  id: string;
  name: string;
  version: string;
  checksum: string;
  status: string;
  pages: PageKind[];
};

export type PageKind = 'home' | 'settings';

/** The page of the module that is open on the wallet's page. */
export type PageView = { kind: PageKind; ui: InterfaceView | null; error: string | null };

export type RequestView = {
  id: number;
  origin: string;
  method: string;
  /** Unix milliseconds. */
  time: number;
  /** Null while the request is under way. */
  milliseconds: number | null;
  /** Null where the request succeeded. */
  errorCode: number | null;
  /** How often it was asked and answered in the same way, one after another. */
  times: number;
  /** What was said, where the user opened the row. */
  detail: RequestDetail | null;
};

/** Indented JSON each; null where there is none. */
export type RequestDetail = { params: string | null; reply: string | null; error: string | null };

export type NoticeView = { id: number; time: number; title: string | null; message: string };

/** What the page reports of the user's doing in a module's interface. */
export type UserInput = { interfaceId: string; form: string | null; event: InputEvent };

export type InputEvent =
  | { type: 'InputChangeEvent'; name: string; value: Json }
  | { type: 'FileUploadEvent'; name: string; file: Json }
  | { type: 'ButtonClickEvent'; name?: string }
  | { type: 'FormSubmitEvent'; name: string };

/** What the page may ask of the wallet. */
export type Command =
  | { do: 'decide'; id: string; approve: boolean; value?: string }
  | { do: 'input'; input: UserInput }
  | { do: 'openPage'; kind: PageKind }
  | { do: 'closePage' }
  | { do: 'install' }
  | { do: 'openRequest'; id: number; isOpen: boolean }
  | { do: 'disconnect'; origin: string }
  | { do: 'reset' };
