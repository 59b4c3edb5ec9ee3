import type { Json } from '@metamask/utils';
import type { FaultName } from './faultNames';

/**
 * State that the wallet's page receives, as plain JSON. The server sends all of it on each change.
 * `revision` grows each time, so that the page can recognize a snapshot older than its input.
 */
export type Snapshot = {
  revision: number;
  approvals: ApprovalView[];
  module: ModuleView | null;
  /** Why the build in the module's folder could not replace the installed one; null if it did. */
  buildError: string | null;
  page: PageView | null;
  requests: RequestView[];
  notices: NoticeView[];
  sites: string[];
  phrase: string;
  /** True if the phrase is publicly known. */
  isKnownPhrase: boolean;
  refusesMainnet: boolean;
  /** Faults that the user causes. */
  faults: FaultName[];
  /** The local chain that the module uses, if one was configured. */
  localChain: LocalChainView | null;
};

export type LocalChainView = {
  /** Such as `127.0.0.1:3913`. */
  host: string;
  /** True if it is not the chain, or has lost the blocks, that this wallet worked with. */
  isAnother: boolean;
  /** Number of the newest block that this wallet has seen; null before the first. */
  block: number | null;
  /** That block's time in Unix seconds. */
  time: number | null;
  /** Number of the newest block in the snapshot to which the chain can be reverted. */
  snapshot: number | null;
};

export type InterfaceView = {
  id: string;
  content: Json;
  state: Json;
  /** Error of the module's latest handling of user input. */
  failure: string | null;
};

export type ApprovalView = {
  id: string;
  /** The wallet vendor's approval type, for instance `wallet_installSnap` or `snap_dialog`. */
  type: string;
  /** A dapp's origin, or the module's id if the module itself asks. */
  origin: string;
  moduleId: string | null;
  moduleName: string;
  /** Unix milliseconds. */
  time: number;
  loading: boolean;
  error: string | null;
  version: string | null;
  /** Checksum of the build to be installed. */
  checksum: string | null;
  /** Whether the answer is still awaited: the tab may be closed, or the module ended. */
  waits: 'somebody' | 'pageClosed' | 'moduleEnded';
  permissions: PermissionView[];
  revokedPermissions: PermissionView[];
  /** Origins to be connected without asking again. */
  connections: string[];
  /** Placeholder of a prompt's input. */
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

/** The module's page that is open on the wallet's page. */
export type PageView = { kind: PageKind; ui: InterfaceView | null; error: string | null };

export type RequestView = {
  id: number;
  origin: string;
  method: string;
  /** Unix milliseconds. */
  time: number;
  /** Null while the request is running. */
  milliseconds: number | null;
  /** Null if the request succeeded. */
  errorCode: number | null;
  /** Number of consecutive identical requests with identical responses. */
  times: number;
  /** Params and reply, if the user expanded the row. */
  detail: (RequestDetail & { calls: CallView[] }) | null;
};

/** Indented JSON each; null if absent. */
export type RequestDetail = { params: string | null; reply: string | null; error: string | null };

/** A call of the module to the wallet, or to a host, while a request was open. */
export type CallView = {
  method: string;
  /** The key of its state, for instance. */
  about: string | null;
  /** Milliseconds after the request's start. */
  after: number;
  /** Null while it is running. */
  milliseconds: number | null;
  /** Characters of its params as JSON, or of its body. */
  size: number;
  /** Answer to a request over HTTP: status and length of the answer, as far as known. */
  answer?: { status: number | null; size: number | null };
};

export type NoticeView = { id: number; time: number; title: string | null; message: string };

/** User input in a module's interface, as the page reports it. */
export type UserInput = { interfaceId: string; form: string | null; event: InputEvent };

export type InputEvent =
  | { type: 'InputChangeEvent'; name: string; value: Json }
  | { type: 'FileUploadEvent'; name: string; file: Json }
  | { type: 'ButtonClickEvent'; name?: string }
  | { type: 'FormSubmitEvent'; name: string };

/** Commands that the page may send to the wallet. */
export type Command =
  | { do: 'decide'; id: string; approve: boolean; value?: string }
  | { do: 'input'; input: UserInput }
  | { do: 'openPage'; kind: PageKind }
  | { do: 'closePage' }
  | { do: 'install' }
  | { do: 'endWorker' }
  | { do: 'openRequest'; id: number; isOpen: boolean }
  | { do: 'fault'; name: FaultName; isOn: boolean }
  | { do: 'disconnect'; origin: string }
  | { do: 'reset' }
  | { do: 'usePhrase'; phrase: string }
  | ChainCommand;

/** Orders of the page to the local chain's node. `time` is in Unix seconds. */
export type ChainCommand =
  | { do: 'snapshotChain' }
  | { do: 'revertChain' }
  | { do: 'increaseTime'; seconds: number }
  | { do: 'setTime'; time: number };
