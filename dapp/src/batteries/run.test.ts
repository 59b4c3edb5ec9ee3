import { describe, expect, it } from '@jest/globals';
import { draw } from '../draw';
import { say } from '../texts';
import { asking, type Case, either, type Facts, refused, replies } from './battery';
import { malformedBattery } from './malformed';
import { type Result, reportAsJson, runCase, summarize } from './run';

const facts: Facts = {
  account: '0x1',
  chainId: '0x534e5f5345504f4c4941',
  otherChainId: '0x534e5f4d41494e',
  nowSeconds: 1_800_000_000,
  lastHash: null,
  makeClass: null,
};
const named = ['case', 'A case'] as const;
const ping = () => ({ method: 'ping' });
const failing = (kind: string, code = -32602) =>
  Promise.reject(Object.assign(new Error('No.'), { code, data: { kind } }));

type Given = Partial<Parameters<typeof runCase>[1]>;
const run = (one: Case, send: () => Promise<unknown>, more: Given = {}): Promise<Result> =>
  runCase(one, {
    facts,
    send,
    now: () => 0,
    signal: new AbortController().signal,
    longestMs: 5,
    ...more,
  });
const whyOf = ({ why }: Result) => why && draw(why);
const pending = () => new Promise<never>(() => undefined);

describe('runCase', () => {
  it.each([
    ['the reply that is expected', replies('pong'), async () => 'pong'],
    [
      'an error of the kind that is expected',
      refused('invalidParams'),
      () => failing('invalidParams'),
    ],
    ['an error with the code that is expected', refused(-32602), () => failing('')],
    [
      'an error that names what is expected',
      { ...refused('invalidParams'), says: 'No' },
      () => failing('invalidParams'),
    ],
    ['a reply where an error may come, too', either('noUpgrade'), async () => 'pong'],
    ['an error where a reply may come, too', either('noUpgrade'), () => failing('noUpgrade')],
  ])('passes %s', async (_what, expected, send) => {
    expect(await run(asking(named, ping, expected), send)).toMatchObject({
      verdict: 'passed',
      why: null,
    });
  });

  it.each([
    ['a reply that its schema does not know', replies(), async () => 7, 'The reply must be'],
    [
      'a reply in place of an error',
      refused('invalidParams'),
      async () => 'pong',
      'Expected error invalidParams; got the reply',
    ],
    [
      'another error',
      refused('invalidParams'),
      () => failing('internal', -32603),
      'got error internal: No.',
    ],
    [
      'an error that does not name what is missing',
      { ...refused('invalidParams'), says: 'resourceBounds' },
      () => failing('invalidParams'),
      'Expected error invalidParams that names resourceBounds; got error invalidParams: No.',
    ],
    [
      'an error in place of a reply',
      replies(),
      () => failing('internal', -32603),
      'Expected a reply; got error internal',
    ],
    ['no answer', replies(), pending, 'No answer within'],
  ])('fails %s, and says why', async (_what, expected, send, why) => {
    const result = await run(asking(named, ping, expected), send);
    expect(result.verdict).toBe('failed');
    expect(whyOf(result)).toContain(why);
  });

  it('fails another reply than the one that is expected', async () => {
    const switching = asking(named, () => ({ method: 'xnet_switchNetwork' }), replies(false));
    const result = await run(switching, async () => true);
    expect(result.verdict).toBe('failed');
    expect(whyOf(result)).toBe('Expected the reply false; got the reply true');
  });

  it('fails what opens a dialog that is not needed', async () => {
    let asked = 0;
    const send = async () => {
      asked += 1;
      return 'pong';
    };
    const silent = asking(named, ping, replies());
    expect(await run(silent, send, { countAsked: () => asked })).toMatchObject({
      verdict: 'failed',
      why: say('batteries.why.asked'),
    });
    const loud = asking(named, ping, replies(), { dialogs: 1 });
    expect(await run(loud, send, { countAsked: () => asked })).toMatchObject({ verdict: 'passed' });
  });

  it('counts a user’s no neither as passed nor as failed', async () => {
    const loud = asking(named, ping, replies(), { dialogs: 1 });
    for (const send of [() => failing('userRejected', 4001), () => failing('siteBlocked', -32028)])
      expect(await run(loud, send)).toMatchObject({ verdict: 'declined' });
  });

  it('waits for a user as long as it takes, until it is stopped', async () => {
    const control = new AbortController();
    const loud = asking(named, ping, replies(), { dialogs: 1 });
    const running = run(loud, pending, { signal: control.signal });
    const early = await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 20))]);
    expect(early).toBeUndefined();
    control.abort();
    expect(await running).toMatchObject({ verdict: 'stopped' });
  });

  it('omits what needs a local chain if there is none', async () => {
    const local = asking(named, ping, replies(), { needsLocalChain: true });
    expect(await run(local, async () => 'pong')).toMatchObject({
      verdict: 'omitted',
      exchanges: [],
    });
  });

  it('gives each step the answers of the one before, and fails if too few or too many are refused', async () => {
    const steps: Case['steps'] = [
      { requests: () => [ping(), ping()], expected: either('limitExceeded'), errors: 1 },
      {
        requests: (_facts, earlier) => [{ method: 'ping', params: { earlier } }],
        expected: replies('pong'),
      },
    ];
    const one: Case = { id: 'two', title: 'Two', dialogs: 0, steps };
    let count = 0;
    const limited = async () => {
      count += 1;
      return count === 2 ? failing('limitExceeded', -32005) : 'pong';
    };
    const { verdict, exchanges } = await run(one, limited);
    expect(verdict).toBe('passed');
    expect(exchanges[2]?.request.params).toMatchObject({ earlier: [{ result: 'pong' }, {}] });
    expect(whyOf(await run(one, async () => 'pong'))).toBe('Expected 1 errors; got 0 of 2.');
    expect(whyOf(await run(one, () => failing('limitExceeded', -32005)))).toBe(
      'Expected 1 errors; got 2 of 2.',
    );
  });
});

describe('reportAsJson', () => {
  it('holds titles and reasons in English, whatever the page speaks', async () => {
    const one = malformedBattery.cases.find(({ id }) => id === 'missing') as Case;
    const results = [await run(one, async () => 'pong')];
    const about = {
      at: '',
      wallet: { name: '', rdns: '' },
      module: { id: '', version: undefined },
      chainId: '',
    };
    const report = JSON.parse(reportAsJson(about, [{ battery: malformedBattery, results }]));
    expect(report.batteries[0]).toMatchObject({
      title: 'Malformed requests',
      cases: [
        {
          title: 'A required parameter is missing',
          why: 'Expected error invalidParams or -32602; got the reply "pong"',
        },
      ],
    });
  });

  it('holds each case with its answers, cuts long texts, and counts', async () => {
    const large = malformedBattery.cases.filter(({ id }) => id === 'large');
    const results = [await run(large[0] as Case, () => failing('invalidRequest', -32600))];
    const about = {
      at: '2026-01-01T00:00:00.000Z',
      wallet: { name: 'Test', rdns: 'org.example' },
      module: { id: 'npm:@xnet/module', version: '0.1.0' },
      chainId: facts.chainId,
    };
    const text = reportAsJson(about, [{ battery: malformedBattery, results }]);
    expect(text.length).toBeLessThan(5_000);
    expect(JSON.parse(text)).toMatchObject({
      ...about,
      summary: { passed: 1, failed: 0 },
      batteries: [{ id: 'malformed', cases: [{ id: 'large', verdict: 'passed' }] }],
    });
    expect(summarize(results).passed).toBe(1);
  });
});
