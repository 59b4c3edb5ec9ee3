import { chainIds } from '../../src/schema/primitives';
import { createSentLog } from './broadcasts';
import { getWords } from './driven';
import {
  checkConsent,
  checkDrawing,
  checkError,
  checkGrants,
  checkKept,
  type Grants,
  type Violation,
} from './rules';
import { createUser } from './user';
import { COMPANION, calmNetwork, openWorld, type Reply, type Stage, sites } from './world';

/** Longer than anything takes when the module waits for nobody. */
const BOUND_MS = 90_000;
/** In characters; a few dozen steps leave a hundredth of this. */
const LARGEST_STATE = 2_000_000;
/** Longer than a step takes whose requests are all bounded. */
export const LONGEST_STEP_MS = 4 * BOUND_MS;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export type Asked = {
  number: number;
  site: string;
  method: string;
  params: unknown;
  begun: number;
  reply?: Reply;
  /** True if the module was ended, or the wallet failed, during the request. */
  isCut: boolean;
  /** State keys that were written during the request. */
  written: Set<string>;
  /** True if other requests ran concurrently. */
  isBeside: boolean;
};
const reading = [
  'xnet_getState',
  'xnet_getStoredNetworks',
  'xnet_getCurrentNetwork',
  'xnet_listAccounts',
  'xnet_getStoredErc20Tokens',
];
export type Run = Awaited<ReturnType<typeof openRun>>;

export async function openRun(stage: Stage, count: (what: string) => void) {
  const violations: Violation[] = [];
  const say = (rule: string, what: unknown) => violations.push({ rule, what: textOf(what) });
  const asked: Asked[] = [];
  const open = () => asked.filter(({ reply }) => !reply);
  const log = createSentLog(stage);
  let isStarted = false;
  const askedBefore = stage.paymaster.asked.length;

  let grants: Grants = {};
  /** Only new entries of journal and accounts count: older ones change in the background. */
  const known = new Set<string>();
  function noteWritten({ key, value }: Record<string, unknown>): void {
    const names = textOf(value).match(/"(?:txnHash|address|name)":"[^"]+"/gu) ?? [];
    const goesOn = /^(?:live|settled|accounts)/u.test(String(key));
    const isNews = !goesOn || names.some((name) => !known.has(name));
    for (const name of names) known.add(name);
    if (isNews) for (const one of open()) one.written.add(String(key));
  }

  const world = await openWorld(stage, (method, params) => {
    count(`wallet ${method}`);
    if (method === 'snap_setState') noteWritten(params);
    const drawing = params.ui ?? params.content ?? params.message;
    if (drawing !== undefined) checkDrawing(method, drawing, asked, say);
    if (method === 'snap_setState' && params.encrypted !== true) checkKept(params.value, say);
    if (method === 'snap_setState' && params.key === 'grants') {
      checkGrants(grants, params.value as Grants, user.seen.values(), say);
      grants = params.value as Grants;
    }
  });
  const user = createUser(world, (what) => count(`user ${what}`), { isThorough: true });

  function ask(site: string, method: string, params: unknown): Promise<unknown> {
    for (const other of open()) other.isBeside = true;
    const one: Asked = {
      number: asked.length,
      site,
      method,
      params,
      begun: Date.now(),
      isCut: world.broken.length > 0,
      written: new Set(),
      isBeside: open().length > 0,
    };
    asked.push(one);
    return world.ask(site, method, params).then((reply) => {
      one.reply = reply;
      const kind = (reply.error?.data as { kind?: string } | undefined)?.kind;
      count(`${method} ${reply.error ? (kind ?? reply.error.code) : 'ok'}`);
      if (!isStarted) return;
      checkError(one, asked, say);
      checkConsent(one, user.seen.values(), say);
    });
  }

  const whatIsOpen = () => ({
    requests: open().map(brief),
    dialogs: world.approvals().map(({ id, ui }) => ({
      answer: user.seen.get(id)?.answer,
      words: getWords(ui?.content).join(' | '),
      failure: ui?.failure,
    })),
  });

  /** Bounds the time of what the wallet does by itself. */
  async function inTime(what: string, task: Promise<unknown>, boundMs = BOUND_MS): Promise<void> {
    const late = Symbol('late');
    const end = await Promise.race([task, pause(boundMs).then(() => late)]);
    if (end === late) say('ends in time', what);
  }

  /** Waits until a request has ended, or waits for a dialog that is left open. */
  async function settled(reply: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    reply.then(over, over);
    const until = performance.now() + BOUND_MS;
    while (!isOver && !user.isLeftOpen() && !world.isLocked()) {
      if (performance.now() > until) return void say('ends in time', whatIsOpen());
      await pause(20);
    }
  }

  let failuresBefore = 0;
  /** Waits until the page no longer changes. */
  async function calm(): Promise<void> {
    await pause(150);
    const failure = world.page()?.ui?.failure ?? world.page()?.error;
    const isOfWallet = world.failures() > failuresBefore || world.broken.length > 0;
    failuresBefore = world.failures();
    if (failure && !isEnd(failure) && !isOfWallet) say('the page fails at nothing', failure);
  }

  const ended = () => {
    for (const one of open()) one.isCut = true;
  };
  const failedInside = (what: string) => (error: unknown) => {
    if (!isEnd(String(error))) say(`${what} does not fail`, String(error));
  };

  /** The module's replies about everything it stores. */
  const replies = async (): Promise<Reply[]> => {
    const told: Reply[] = [];
    for (const method of reading) told.push(await world.ask(COMPANION, method));
    return told;
  };

  async function restart(): Promise<void> {
    ended();
    user.answerLeft({ do: 'refuse', by: 0 });
    await world.restart();
  }

  /** Lets everything finish, then checks the outcome. */
  async function rest(): Promise<void> {
    world.broken.length = 0;
    calmNetwork(stage);
    world.unlock();
    world.enable();
    user.expect([]);
    const until = performance.now() + BOUND_MS;
    while (open().length > 0) {
      user.answerLeft({ do: 'refuse', by: 0 });
      if (performance.now() > until) return void say('ends in time', whatIsOpen());
      await pause(20);
    }
    await log.checkAtRest(world, say);
    const before = await replies();
    await restart();
    const after = await replies();
    if (textOf(before) !== textOf(after)) say('a restart changes no reply', { before, after });
    const size = (await world.stateText()).length;
    if (size > LARGEST_STATE) say('the state stays small', size);
    if (world.status() === 'crashed') say('the module does not crash', world.status());
  }

  for (const site of sites) await world.connect(site);
  await settled(ask(COMPANION, 'xnet_createAccount', { addressIndex: 0, deploy: true }));
  await settled(ask(COMPANION, 'xnet_createAccount', { addressIndex: 1 }));
  await settled(ask(COMPANION, 'xnet_createAccount', { chainId: chainIds.mainnet }));
  await settled(ask(sites[1] ?? '', 'xnet_listAccounts', {}));
  isStarted = true;
  return {
    world,
    user,
    asked,
    ask,
    settled,
    inTime,
    calm,
    rest,
    restart,
    ended,
    failedInside,
    violations,
    say,
    note: count,
    hashes: log.hashes,
    chainChanged: log.chainChanged,
    async close() {
      for (const { method } of stage.paymaster.asked.slice(askedBefore)) count(method);
      user.stop();
      await world.close();
    },
  };
}

/** The wallet's error for a module that was ended during a request, or is disabled. */
const isEnd = (failure: string) => /terminated|stopped|unresponsive|is disabled/iu.test(failure);
const textOf = (value: unknown) =>
  JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
const brief = ({ number, site, method, params }: Asked) => ({ number, site, method, params });
