import type { Tree } from '../wallet/fakeDialogs';

/*
 * The part of the developer wallet's core that the sequences use. It has its own types and
 * packages, so it is loaded by path.
 */
export type Interface = {
  id: string;
  content: unknown;
  state: Record<string, unknown>;
  failure: string | null;
};
export type Approval = { id: string; type: string; loading: boolean; ui: Interface | null };
type InputEvent =
  | { type: 'InputChangeEvent'; name: string; value: unknown }
  | { type: 'ButtonClickEvent' | 'FormSubmitEvent'; name: string };
type Wallet = {
  controllers: {
    snaps: {
      get(id: string): { enabled: boolean } | undefined;
      isRunning(id: string): boolean;
      stopSnap(id: string): Promise<void>;
      disableSnap(id: string): Promise<void>;
      enableSnap(id: string): void;
      removeSnap(id: string): Promise<void>;
      installSnaps(origin: string, wanted: object): Promise<unknown>;
      handleRequest(asked: object): Promise<unknown>;
    };
  };
  lock: { lock(): void; unlock(): void };
  interfaces: {
    input(input: { interfaceId: string; form: string | null; event: InputEvent }): void;
    openPage(kind: 'home'): Promise<void>;
    closePage(): void;
  };
  request(origin: string, request: object, caller: object): Promise<object>;
  decide(id: string, answer: { approve: boolean }): Promise<void>;
  snapshot(): {
    approvals: Approval[];
    module: { status: string; version: string } | null;
    page: { ui: Interface | null; error: string | null } | null;
  };
  disconnect(origin: string): void;
  close(): Promise<void>;
};
export type Driven = {
  openNodeWallet(options: {
    phrase: string;
    locale: string;
    dataFolder: string;
    moduleFolder: string;
    allowMainnet: boolean;
    dialogLimit: boolean;
    requireAllowlist: boolean;
    onChange(): void;
    isActive(): boolean;
    onModuleCall(method: string, params: unknown): () => Promise<void>;
  }): Promise<Wallet>;
};
export type StateText = { readState(text: string): Record<string, unknown> };

/** Every string in a drawing. */
export function getWords(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree];
  if (Array.isArray(tree)) return tree.flatMap(getWords);
  if (typeof tree !== 'object' || tree === null || !('props' in tree)) return [];
  const { title, label, extra, value, children, placeholder } = (tree as Tree).props;
  return [title, label, extra, value, placeholder, children].flatMap(getWords);
}
