import fc from 'fast-check';
import { askChain } from '../../scripts/start/localChain';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { transferCall } from '../chain/transferCall';
import { methodParams } from '../random/params';
import { type Door, doors } from '../wallet/doors';
import { doorNames, goThrough, nameDoor } from './doors';
import { choosePaymaster } from './paymaster';
import { getMark, legalParams } from './requests';
import type { Run } from './run';
import type { Answer } from './user';
import { addresses, COMPANION, sites } from './world';

/** One step. Plain data, so that a sequence can be printed, shortened and replayed. */
export type Step =
  | {
      do: 'ask';
      site: number;
      method: string;
      pick: number;
      /** Replaces the valid params. */
      params?: unknown;
      answers: Answer[];
      /** False if the next step begins meanwhile. */
      waits: boolean;
    }
  | { do: 'answer'; answer: Answer }
  | { do: 'page'; answer: Answer }
  | { do: 'door'; door: Door; by: number; answers: Answer[] }
  | { do: 'node'; fault: (typeof faults)[number] }
  | { do: 'break'; method: string }
  | { do: 'later'; seconds: number }
  | { do: (typeof plain)[number] };

const proxyFaults = ['cut', 'refused', 'silent', 'wrongChain'] as const;
const faults = [
  ...proxyFaults,
  ...(['slow', 'lost', 'behind', 'fine', 'fine', 'fine'] as const),
] as const;
const plain = [
  ...([
    'block',
    'block',
    'tick',
    'rest',
    'endModule',
    'restart',
    'openPage',
    'reorganise',
  ] as const),
  ...(['emptyChain', 'disconnect', 'lock', 'unlock', 'disable', 'enable', 'paymaster'] as const),
];
const wants: fc.Arbitrary<Answer['do']> = fc.constantFrom<Answer['do']>(
  ...(['agree', 'agree', 'agree', 'agree', 'refuse', 'refuse', 'leave'] as const),
  ...(['press', 'fill', 'fill'] as const),
);
const answer = fc.record({ do: wants, by: fc.nat(4095) });
const answered = answer.filter((one) => one.do !== 'leave');
/** Methods that send or sign come most often. */
const favoured = [
  ...Array(8).fill('xnet_executeTxn'),
  'xnet_createAccount',
  'xnet_createAccount',
  'xnet_listAccounts',
  'xnet_listAccounts',
  'xnet_signMessage',
  'xnet_switchNetwork',
  'xnet_toggleAccountVisibility',
  'rpc_discover',
];
const method = fc.oneof(
  fc.constantFrom(...methodParams.map(({ name }) => name)),
  fc.constantFrom<string>(...favoured),
);
const ask: fc.Arbitrary<Step> = method.chain((name) => {
  const drawn = methodParams.find((known) => known.name === name)?.params ?? fc.constant({});
  return (
    fc
      .record({
        do: fc.constant('ask' as const),
        site: fc.nat(5),
        method: fc.constant(name),
        pick: fc.nat(4095),
        params: fc.option(drawn, { freq: 3, nil: undefined }),
        answers: fc.array(answer, { maxLength: 3 }),
        waits: fc.boolean(),
      })
      // `option` would make only one in four valid otherwise.
      .map(({ params, ...step }) => ({ ...step, ...(step.pick % 3 === 0 && { params }) }))
  );
});
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: ask },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), answer: answered }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('page' as const), answer }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('door' as const),
      door: fc.constantFrom(...doors),
      by: fc.nat(4095),
      answers: fc.array(answered, { maxLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('node' as const), fault: fc.constantFrom(...faults) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break' as const),
      method: fc.constantFrom('snap_setState', 'snap_getState', 'snap_notify', 'snap_getFile'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('later' as const),
      seconds: fc.constantFrom(40, 700, 7_300, 90_000, 700_000),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.constantFrom(...plain).map((name): Step => ({ do: name })),
  },
);

/** The name under which a step is counted. */
export function getKind(one: Step): string {
  if (one.do === 'node') return `node ${one.fault}`;
  return one.do === 'door' ? nameDoor(one.door) : one.do;
}
export const stepKinds: readonly string[] = [
  'ask',
  'answer',
  'page',
  'break',
  'later',
  ...plain,
  ...faults.map((fault) => `node ${fault}`),
  ...doorNames,
];

const paramsOf = (run: Run, taken: Extract<Step, { do: 'ask' }>): unknown => {
  if ('params' in taken) return taken.params;
  const { pick } = taken;
  const payload = () => run.world.payload(`Number${run.asked.length}`);
  return legalParams(taken.method, {
    number: run.asked.length,
    pick,
    hashes: run.hashes(),
    payload,
  });
};

const ready = ({ world }: Run) => {
  world.unlock();
  world.enable();
};

/** Runs one step; what it starts may continue afterwards. */
export async function take(run: Run, taken: Step): Promise<void> {
  const { world, user } = run;
  const { proxy, chain, clock } = world;
  switch (taken.do) {
    case 'ask': {
      const site = sites[Math.min(taken.site, 3) % sites.length] ?? '';
      // Users mostly make sure that the wallet is ready before they request something.
      if (taken.pick % 4 > 0) ready(run);
      user.expect(taken.answers);
      const reply = run.ask(site, taken.method, paramsOf(run, taken));
      if (taken.waits) await run.settled(reply);
      return;
    }
    case 'answer':
      if (user.answerLeft(taken.answer) > 0) run.note('user answered later');
      return;
    case 'page': {
      ready(run);
      if (!world.page()?.ui) await world.wallet.interfaces.openPage('home');
      const ui = world.page()?.ui;
      if (!ui) return;
      user.expect([]);
      user.meddle(ui, { ...taken.answer, do: taken.answer.by % 3 ? 'press' : 'fill' });
      return run.calm();
    }
    case 'door':
      ready(run);
      user.expect(taken.answers);
      await goThrough(run, taken.door, taken.by);
      return run.calm();
    case 'openPage':
      ready(run);
      await world.wallet.interfaces.openPage('home');
      return run.calm();
    case 'node':
      proxy.setDelay(taken.fault === 'slow' ? 300 : 0);
      proxy.setBehind(taken.fault === 'behind');
      // A network fault affects the paymaster as well.
      world.paymaster.fail(taken.fault === 'cut' ? 'hang up' : undefined);
      if (taken.fault === 'lost') proxy.loseAnswers(2);
      // Each request waits for its timeout, so a short while is enough.
      if (taken.fault === 'silent') setTimeout(() => proxy.setFault(undefined), 3_000).unref();
      return proxy.setFault(proxyFaults.find((fault) => fault === taken.fault));
    case 'break':
      run.ended();
      world.broken.push(taken.method);
      return;
    case 'block':
      await world.createBlock();
      return;
    case 'tick':
      return run.inTime('the tracker', world.tick().catch(run.failedInside('tick')));
    case 'rest':
      return run.rest();
    case 'endModule':
      run.ended();
      await world.endModule();
      return;
    case 'restart':
      return run.restart();
    case 'reorganise': {
      const latest = await askChain<number>(chain.url, 'starknet_blockNumber');
      if (latest < 6) return;
      run.chainChanged();
      await askChain(chain.url, 'devnet_abortBlocks', {
        starting_block_id: { block_number: latest },
      });
      return;
    }
    case 'emptyChain':
      run.chainChanged();
      await world.begin();
      // Requests in flight at that time may have been answered meanwhile.
      run.chainChanged();
      return;
    case 'later':
      clock.goOn(taken.seconds);
      await world.onEach('devnet_increaseTime', { time: taken.seconds });
      return;
    case 'lock':
      return world.lock();
    case 'unlock':
      return world.unlock();
    case 'disable':
      run.ended();
      return world.disable();
    case 'enable':
      return world.enable();
    case 'paymaster': {
      ready(run);
      await choosePaymaster(world);
      await run.calm();
      // After choosing a paymaster, use it to pay in one of its tokens.
      const number = run.asked.length;
      user.expect([{ do: 'fill', by: 1 + 16 * number }]);
      const [address = ''] = addresses;
      const calls = transferCall(knownTokens.STRK.address, getMark(number), 1n);
      return run.settled(run.ask(COMPANION, 'xnet_executeTxn', { address, calls }));
    }
    case 'disconnect':
      // A locked wallet keeps a site waiting that connects.
      ready(run);
      world.wallet.disconnect(sites[2] ?? '');
      await world.connect(sites[2] ?? '');
  }
}
