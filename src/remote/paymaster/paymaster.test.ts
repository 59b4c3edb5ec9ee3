import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { createHttp } from '@xnet/clients/transport/http';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import { createClock } from '../../../test/wallet/clock';
import { createPaymaster } from './paymaster';
import { type Built, paymaster_buildTransaction } from './paymaster_buildTransaction';
import { paymaster_executeTransaction } from './paymaster_executeTransaction';
import { paymaster_getSupportedTokens } from './paymaster_getSupportedTokens';
import { paymaster_isAvailable } from './paymaster_isAvailable';

const KEY = 'canary0123456789abcdef';

let server: FaultServer;
let answer: RpcAnswer = { result: true };
beforeEach(async () => {
  answer = { result: true };
  server = await startFaultServer(() => answer);
});
afterEach(() => server.stop());

const open = (url = server.url, key: string | undefined = KEY) =>
  createPaymaster({ http: createHttp({ fetch, ...createClock() }), url, key });
const execute = () =>
  paymaster_executeTransaction({
    transaction: {
      type: 'invoke',
      invoke: { user_address: `0x${'5'.padStart(64, '0')}`, typed_data: {}, signature: ['0x1'] },
    },
    parameters: { version: '0x1', fee_mode: { mode: 'sponsored' } },
  });
const failureOf = (task: Promise<unknown>): Promise<ModuleError> =>
  task.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => (error instanceof ModuleError ? error : Promise.reject(error)),
  );

describe('a paymaster', () => {
  it('gets its key in a header, and shows its host alone', async () => {
    const paymaster = open(`${server.url}/secret-path-0123456789`);
    await expect(paymaster.ask(paymaster_isAvailable({}))).resolves.toBe(true);
    expect(server.seen[0]?.headers['x-paymaster-api-key']).toBe(KEY);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      jsonrpc: '2.0',
      method: 'paymaster_isAvailable',
      params: {},
    });
    expect(paymaster).toMatchObject({ host: new URL(server.url).host, hasKey: true });
  });

  it('asks without a key if none is set', async () => {
    const paymaster = open(server.url, '');
    await paymaster.ask(paymaster_isAvailable({}));
    expect(server.seen[0]?.headers).not.toHaveProperty('x-paymaster-api-key');
    expect(paymaster.hasKey).toBe(false);
  });

  it('returns its tokens', async () => {
    const token = { token_address: '0x5', decimals: 6, price_in_strk: '0x10', extra: 1 };
    answer = { result: [token] };
    await expect(open().ask(paymaster_getSupportedTokens({}))).resolves.toMatchObject([
      { token_address: `0x${'5'.padStart(64, '0')}`, decimals: 6 },
    ]);
  });

  it.each([
    ['tokens that are no list', paymaster_getSupportedTokens({}), {}],
    [
      'decimals that none has',
      paymaster_getSupportedTokens({}),
      [{ token_address: '0x5', decimals: 37, price_in_strk: '0x1' }],
    ],
    ['a text for a truth', paymaster_isAvailable({}), 'true'],
  ])('refuses %s', async (_, call, result) => {
    answer = { result };
    await expect(open().ask<unknown>(call)).rejects.toMatchObject({ kind: 'nodeFault' });
  });

  // @promise T14.3
  it('refuses a transaction that was not asked for, or without a fee', async () => {
    const parameters = { version: '0x1', fee_mode: { mode: 'sponsored' } } as const;
    const invoke = { user_address: '0x5', calls: [{ to: '0x6', selector: '0x7', calldata: [] }] };
    const call = paymaster_buildTransaction({
      transaction: { type: 'invoke', invoke },
      parameters,
    });
    const fee = { gas_token_price_in_strk: '0x1', suggested_max_fee_in_gas_token: '0x2' };
    const built: Built = { type: 'invoke', typed_data: {}, parameters, fee };
    answer = { result: built };
    await expect(open().ask(call)).resolves.toEqual(built);
    for (const fault of [
      { type: 'deploy' },
      { fee: { gas_token_price_in_strk: '0x1' } },
      { fee: { suggested_max_fee_in_gas_token: '0x2' } },
      { parameters: { fee_mode: { mode: 'sponsored' } } },
      { parameters: { version: '0x2', fee_mode: { mode: 'sponsored' } } },
      { parameters: { version: '0x1', fee_mode: { mode: 'free' } } },
      { parameters: { version: '0x1', fee_mode: { mode: 'default' } } },
      { parameters: { ...parameters, time_bounds: { execute_after: 1 } } },
    ]) {
      answer = { result: { ...built, ...fault } };
      await expect(open().ask(call)).rejects.toMatchObject({ kind: 'nodeFault' });
    }
  });

  it.each([
    [150, 'paymasterFault', 'this account'],
    [151, 'paymasterFault', 'this token'],
    [153, 'paymasterFault', 'the signature'],
    [154, 'feeAboveLimit', ''],
    [155, 'paymasterFault', 'this class'],
    [156, 'transactionReverts', ''],
    [157, 'paymasterFault', 'the times'],
    [158, 'paymasterFault', 'the deployment'],
    [159, 'paymasterFault', 'class of the deployment'],
    [160, 'paymasterFault', 'this transaction'],
    [163, 'paymasterFault', 'of its own'],
    [-32602, 'paymasterFault', 'code -32602'],
    [-32005, 'limitExceeded', ''],
  ])('maps code %i to %s', async (code, kind, text) => {
    answer = { error: { code, message: 'An error occurred', data: `because of ${KEY}` } };
    const error = await failureOf(open().ask(paymaster_isAvailable({})));
    expect(error).toMatchObject({ kind, data: { nodeCode: code, reason: 'because of …' } });
    expect(error.message).toContain(text);
  });

  // @promise P21.1
  it('takes the reason from the text inside, or from the message', async () => {
    answer = { error: { code: 156, message: 'No', data: { execution_error: 'Sold out' } } };
    const inside = await failureOf(open().ask(paymaster_isAvailable({})));
    expect(inside).toMatchObject({ kind: 'transactionReverts', data: { reason: 'Sold out' } });
    const data = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    const error = `{"code":156,"message":"${'No'.repeat(300)}","data":${data}}`;
    server.script({ kind: 'body', body: `{"jsonrpc":"2.0","id":1,"error":${error}}` });
    const deep = await failureOf(open().ask(paymaster_isAvailable({})));
    const reason = 'No'.repeat(250);
    expect(deep).toMatchObject({ kind: 'transactionReverts', data: { reason } });
  });

  it('shows its key in no error', async () => {
    for (const fault of [
      { kind: 'status', status: 401, body: `{"message":"bad key ${KEY}"}` },
      { kind: 'status', status: 500, body: KEY },
      { kind: 'body', body: `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"${KEY}"}}` },
      { kind: 'redirect', to: `https://elsewhere.example/${KEY}` },
    ] as const) {
      server.always(fault);
      const error = await failureOf(open().ask(execute()));
      const cause = error.cause instanceof Error ? error.cause.message : error.cause;
      expect(JSON.stringify([error.message, error.data, cause, error.stack])).not.toContain(KEY);
    }
  });

  it('follows no redirect to another host', async () => {
    const other = await startFaultServer();
    try {
      for (const status of [301, 302, 307, 308] as const) {
        server.always({ kind: 'redirect', to: other.url, status });
        await failureOf(open().ask(execute()));
      }
      expect(other.seen).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('refuses an address without TLS, except on this computer', async () => {
    const error = await failureOf(open('http://paymaster.example/').ask(execute()));
    expect(error.kind).toBe('nodeUnavailable');
    expect(error.message).toContain('only https');
    expect(error.data.ambiguous).toBeUndefined();
  });

  it('sends an execution once, and reports when it may have arrived', async () => {
    for (const fault of [{ kind: 'reset' }, { kind: 'truncate' }, { kind: 'wrongId' }] as const) {
      server.seen.length = 0;
      server.always(fault);
      const error = await failureOf(open().ask(execute()));
      expect(error).toMatchObject({ kind: 'nodeUnavailable', data: { ambiguous: true } });
      expect(error.cause).toMatchObject({ kind: expect.stringMatching(/^node/u) });
      expect(server.seen).toHaveLength(1);
    }
  });

  it('reports no ambiguity if the paymaster refused', async () => {
    answer = { error: { code: 153, message: 'An error occurred (INVALID_SIGNATURE)' } };
    expect((await failureOf(open().ask(execute()))).data.ambiguous).toBeUndefined();
    answer = { error: { code: 163, message: 'An error occurred (UNKNOWN_ERROR)' } };
    expect((await failureOf(open().ask(execute()))).data.ambiguous).toBe(true);
  });

  it('retries a read that can do no harm', async () => {
    server.script({ kind: 'reset' });
    await expect(open().ask(paymaster_isAvailable({}))).resolves.toBe(true);
    expect(server.seen).toHaveLength(2);
  });
});
