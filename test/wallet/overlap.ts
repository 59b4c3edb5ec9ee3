import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import type fc from 'fast-check';
import { selector, shortString } from 'starknet';
import { type ChainId, chainIds } from '../../src/schema/primitives';
import { createClock } from './clock';
import { listElements } from './fakeDialogs';
import { openModule } from './openModule';
import { storedAccounts, storedGrants } from './storedAccounts';

/** Sites that were granted both accounts before; others were granted none. */
export const createGrantedState = ['https://one.example', 'https://two.example'];

/** A dialog as the user saw it, and its outcome. */
export type Asked = {
  /** Every text in it, from top to bottom. */
  texts: string[];
  title: string;
  origin: string;
  network: string;
  agreed: boolean;
  /** Checkboxes that were ticked. */
  chosen: string[];
};

export const COMPANION = 'https://companion.example';
export const tokenAddress = (number: number) =>
  `0x${(0x700 + number).toString(16).padStart(64, '0')}`;
export const tokenName = (number: number) => `Token ${number}`;

/** All texts of a dialog. */
function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== 'object' || part === null || !('props' in part)) return [];
  const { title, label, value, children } = part.props as Record<string, unknown>;
  return [title, label, value, children].flatMap(textsIn);
}

/** The text that follows another one in a dialog. */
export const after = (texts: readonly string[], label: string): string =>
  texts[texts.indexOf(label) + 1] ?? '';

/** A hash, so that the same dialog gets the same decision whenever it appears. */
const mark = (texts: readonly string[]) =>
  Array.from(texts.join('\n')).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);

/** An in-process node that knows the tokens of `tokenAddress`: only the order is tested. */
const tokenNode: typeof globalThis.fetch = async (url, init) => {
  const chain = String(url).includes('mainnet') ? chainIds.mainnet : chainIds.sepolia;
  const answer = (call: { id: number; method: string; params: unknown }) => {
    const { method, params, id } = call;
    if (method === 'starknet_chainId') return { jsonrpc: '2.0', id, result: chain };
    if (method === 'starknet_specVersion') return { jsonrpc: '2.0', id, result: '0.10.2' };
    const result = method === 'starknet_call' && tokenAnswer(params as TokenCall);
    if (result) return { jsonrpc: '2.0', id, result };
    return { jsonrpc: '2.0', id, error: { code: 20, message: 'Contract not found' } };
  };
  return new Response(JSON.stringify(JSON.parse(String(init?.body)).map(answer)));
};
type TokenCall = { request: { contract_address: string; entry_point_selector: string } };
const isFor = ({ request }: TokenCall, name: string) =>
  BigInt(request.entry_point_selector) === BigInt(selector.getSelectorFromName(name));
function tokenAnswer(call: TokenCall): string[] | undefined {
  if (isFor(call, 'decimals')) return ['0x6'];
  if (!isFor(call, 'name') && !isFor(call, 'symbol')) return undefined;
  const number = Number(BigInt(call.request.contract_address)) - 0x700;
  return [shortString.encodeShortString(isFor(call, 'name') ? tokenName(number) : `T${number}`)];
}

/** The content of a dialog request: its tree, or that of the interface it names. */
function dialogOf(detail: unknown, tree: (id: string) => JSXElement): unknown {
  const { id, content } = detail as { id?: string; content?: JSXElement };
  return id === undefined ? content : tree(id);
}

/** The network at the top of a dialog: beside the account, or alone. */
function networkOf(texts: readonly string[]): string {
  const [, network] = after(texts, 'Account').split(' · ');
  return network ?? after(texts, 'Network');
}

/**
 * A module with two accounts per network. Each of its requests to wallet or network passes the
 * border when the scheduler lets it; dialogs are answered even later.
 */
export function openScheduled(scheduler: fc.Scheduler, decisions: readonly boolean[]) {
  const asked: Asked[] = [];
  const open = new Set<string>();
  const see = (dialog: JSXElement, decide: (agreed: boolean) => string[]): Asked => {
    const texts = textsIn(dialog);
    const agreed = decisions[mark(texts) % decisions.length] ?? true;
    const origin = after(texts, 'Asked by');
    if (open.size > 0) throw new Error(`Beside a dialog of ${origin}, another one is open.`);
    open.add(origin);
    const seen = {
      texts,
      title: texts[0] ?? '',
      origin,
      network: networkOf(texts),
      agreed,
      chosen: decide(agreed),
    };
    asked.push(seen);
    return seen;
  };
  const { now, setTimer } = createClock();
  const opened = openModule({
    now,
    setTimer,
    validates: listElements(50),
    companions: [COMPANION],
    user: (dialog) => see(dialog, () => []).agreed,
    choose: (offered) => {
      const dialog = opened.dialogs.at(-1);
      if (!dialog) return [];
      return see(dialog, (agreed) => (agreed ? offered.slice(0, 2) : [])).chosen;
    },
    stored: {
      plain: {
        version: 1,
        accounts: Object.fromEntries(
          Object.values(chainIds).map((id: ChainId) => [id, storedAccounts(id, 2)]),
        ),
        grants: storedGrants(Object.values(chainIds), 2, createGrantedState),
      },
    },
    fetch: tokenNode,
    sepoliaUrl: 'http://127.0.0.1:9/sepolia',
    mainnetUrl: 'http://127.0.0.1:9/mainnet',
    async border({ method, detail }, cross) {
      await scheduler.schedule(Promise.resolve(), method);
      if (method !== 'snap_dialog') return cross();
      const answer = await cross();
      const texts = textsIn(dialogOf(detail, (id) => opened.pages.tree(id)));
      await scheduler.schedule(Promise.resolve(), 'answer');
      open.delete(after(texts, 'Asked by'));
      return answer;
    },
  });
  return { ...opened, asked };
}
