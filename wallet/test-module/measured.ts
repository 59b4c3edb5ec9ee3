// The wallet's core in its own process, whose user approves at once. Started with `fork`, it
// answers each message { method, params, restMs } with the calls that the module made meanwhile.

import { moduleId } from '../src/protocol/moduleId';
import type { ApprovalView } from '../src/protocol/view';
import { isRecord } from '../src/record';
import { openNodeWallet } from '../src/server/nodeWallet';
import type { Wallet } from '../src/wallet';
import type { Asked, Measured, WalletCall } from './asked';

const origin = 'https://bench.example';
/** Covers what a module does after it has answered. */
const SETTLE_MS = 150;
/** Longer than any pause in the module's own background work. */
const SILENT_MS = 600;
/** By then, values cached only for the next request have expired as well. */
const QUIET_MS = 2_500;
/** The wallet wakes the module at each full minute; a request takes less than `beforeMs`. */
const MINUTE = { ms: 60_000, beforeMs: 10_000, afterMs: 1_000 };
const isNearMinute = (): boolean =>
  (Date.now() + MINUTE.beforeMs) % MINUTE.ms < MINUTE.beforeMs + MINUTE.afterMs;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Part = { type: string; props: Record<string, unknown> };
function partsOf(tree: unknown): Part[] {
  if (Array.isArray(tree)) return tree.flatMap(partsOf);
  if (!isRecord(tree) || !isRecord(tree.props)) return [];
  return [{ type: String(tree.type), props: tree.props }, ...partsOf(tree.props.children)];
}

/** Delay in milliseconds of a background event, such as `PT2S`. */
const afterMs = (params: unknown): number => {
  if (isRecord(params))
    return 1_000 * Number(/^PT(\d+)S$/u.exec(String(params.duration))?.[1] ?? 0);
  return 0;
};

/**
 * Answers in rounds: each waits until the module has asked nothing more for a while, then all go out
 * at once. So what is asked side by side is in one round, also where a busy machine takes its time.
 */
function createRounds() {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const answerAll = () => {
    const all = waiting;
    waiting = [];
    for (const answer of all) answer();
  };
  return {
    putOff(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(answerAll, ms);
    },
    ended: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
}

/** Approves everything, using the dialog's own checkboxes and buttons. */
function createUser(wallet: () => Wallet) {
  const doneNames = new Set<string>();
  const runOnce = (name: string, act: () => void) => {
    if (doneNames.has(name)) return;
    doneNames.add(name);
    act();
  };

  /** False if the dialog has no button of its own. */
  function operate({ id, content }: { id: string; content: unknown }): boolean {
    const parts = partsOf(content);
    if (!parts.some(({ type }) => type === 'Button')) return false;
    const input = (
      form: string | null,
      event: Parameters<Wallet['interfaces']['input']>[0]['event'],
    ) => wallet().interfaces.input({ interfaceId: id, form, event });
    const form = parts.find(({ type }) => type === 'Form');
    const boxes = parts.filter(({ type }) => type === 'Checkbox');
    for (const { props } of boxes) {
      const name = String(props.name);
      const inForm = form && partsOf(form.props.children).some((part) => part.props.name === name);
      const event = { type: 'InputChangeEvent', name, value: true } as const;
      runOnce(`${id} ${name}`, () => input(inForm ? String(form.props.name) : null, event));
    }
    const agree = parts.find(
      ({ type, props }) =>
        type === 'Button' && /^(confirm\..*|shareAccounts)$/u.test(String(props.name)),
    );
    if (!agree || agree.props.disabled === true) return true;
    const name = String(agree.props.name);
    runOnce(`${id} ${name}`, () => input(null, { type: 'ButtonClickEvent', name }));
    return true;
  }

  return (approvals: readonly ApprovalView[]) => {
    for (const { id, type, loading, ui } of approvals) {
      if (ui && type.startsWith('snap_dialog') && operate(ui)) continue;
      if (!loading) runOnce(`${id} ${type}`, () => void wallet().decide(id, { approve: true }));
    }
  };
}

async function run(moduleFolder: string, dataFolder: string): Promise<void> {
  let calls: WalletCall[] = [];
  let restMs = 0;
  let lastAt = 0;
  const rounds = createRounds();
  /** Due time of the latest scheduled background event, which must not overlap the next request. */
  let eventAt = 0;
  // While opening, the wallet updates a changed module by itself, without asking the user.
  let isLooking = true;
  const look = createUser(() => wallet);
  const onChange = () => {
    if (isLooking) return;
    isLooking = true;
    setImmediate(() => {
      isLooking = false;
      look(wallet.snapshot().approvals);
    });
  };
  const wallet: Wallet = await openNodeWallet({
    moduleFolder,
    dataFolder,
    onChange,
    locale: 'en',
    isActive: () => true,
    phrase: 'test test test test test test test test test test test junk',
    allowMainnet: true,
    dialogLimit: true,
    onModuleCall(name, params) {
      const key = isRecord(params) && typeof params.key === 'string' ? params.key : null;
      const components = isRecord(params) ? partsOf(params.ui ?? params.content).length : 0;
      const startTime = performance.now();
      const call = { name, key, components, begun: startTime, ended: Number.POSITIVE_INFINITY };
      calls.push(call);
      if (restMs > 0) rounds.putOff(restMs);
      if (name === 'snap_scheduleBackgroundEvent') eventAt = startTime + afterMs(params);
      return async () => {
        if (restMs > 0) {
          rounds.putOff(restMs);
          await rounds.ended();
        }
        lastAt = performance.now();
        call.ended = performance.now();
      };
    },
  });
  isLooking = false;
  const caller = { onApproval() {}, gone: new AbortController().signal };
  const ask = (method: string, params: object) =>
    wallet.request(origin, { method, params }, caller);
  await ask('wallet_requestModules', { [moduleId]: {} });

  process.on('message', async (message: Asked) => {
    const isQuiet = message.method === 'quiet';
    const sinceMs = () => performance.now() - Math.max(lastAt, eventAt);
    while (isNearMinute() || sinceMs() < (isQuiet ? QUIET_MS : SILENT_MS)) await pause(50);
    if (message.method === 'stop') await wallet.controllers.snaps.stopSnap(moduleId);
    if (isQuiet || message.method === 'stop')
      return process.send?.({ ms: 0, calls: [] } satisfies Measured);
    calls = [];
    restMs = message.restMs ?? 0;
    const started = performance.now();
    const { method, params } = message;
    const request = { method, ...(params && { params }) };
    const isPage = method === 'home';
    if (isPage) await wallet.interfaces.openPage('home');
    const reply = isPage ? {} : await ask('wallet_invokeModule', { moduleId, request });
    const ms = performance.now() - started;
    do await pause(SETTLE_MS);
    while (performance.now() - lastAt < SETTLE_MS + restMs);
    process.send?.({ ms, calls, ...reply } satisfies Measured);
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ ready: true });
}

const [moduleFolder = '', dataFolder = ''] = process.argv.slice(2);
// Errors that a controller reports are not part of the measurement.
process.on('unhandledRejection', (error) => process.stderr.write(`wallet: ${String(error)}\n`));
void run(moduleFolder, dataFolder);
