import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorKinds } from '@xnet/clients/errors';
import { errorHints } from '../../scripts/build/errorHints';
import type { LocalChain } from '../../scripts/start/localChain';
import { toWireError } from '../../src/rpc/boundary';
import { startChain } from '../chain/chain';
import { type NodeProxy, startProxy } from '../chain/proxy';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readNonce, transfer } from './account';

let sepolia: LocalChain;
let mainnet: LocalChain;
let proxy: NodeProxy;
beforeAll(async () => {
  [sepolia, mainnet] = await Promise.all([
    startChain({ blocks: 'demand' }),
    startChain({ blocks: 'demand', chainId: 'MAINNET' }),
  ]);
  proxy = await startProxy({ target: mainnet.url });
}, 180_000);
afterAll(() => Promise.all([proxy?.stop(), sepolia?.stop(), mainnet?.stop()]));

type Opened = ReturnType<typeof openModule>;
/** The error that the dapp gets. */
async function errorOf(module: Opened, method: string, params?: unknown) {
  const error = await module.invoke(method, params).then(
    () => {
      throw new Error(`${method} was answered.`);
    },
    (reason: unknown) => reason,
  );
  const { code, message, data } = toWireError(error, errorHints);
  return { code, message, data };
}

describe('a request that cannot be served', () => {
  let ready: Awaited<ReturnType<typeof openAccount>>;
  beforeAll(async () => {
    ready = await openAccount(sepolia.url, { addressIndex: 0 });
  });
  const open = (options: Parameters<typeof openModule>[0] = {}) =>
    openModule({ sepoliaUrl: sepolia.url, stored: ready.state, ...options });
  const send = (more: object = {}) => ({ address: ready.address, calls: transfer(1n), ...more });
  const journal = ({ state }: Opened) => state.plain.records;
  /** The whole state, except for the site's activity. */
  const keptBy = ({ state }: Opened) =>
    structuredClone({ ...state, plain: { ...state.plain, activity: null } });

  const deep = () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100; depth += 1) nested = [nested];
    return nested;
  };
  const cyclic = () => {
    const abis: unknown[] = [];
    abis.push(abis);
    return abis;
  };
  const nobody = `0x${'1'.repeat(40)}2`;

  it.each([
    { what: 'an unknown method', method: 'xnet_mint', params: () => ({}), kind: 'methodNotFound' },
    {
      what: 'a malformed param',
      params: () => send({ calls: { ...transfer(1n), calldata: ['0x1', 'one'] } }),
      kind: 'invalidParams',
      data: { path: 'calls.0.calldata.1' },
    },
    {
      what: 'a missing param',
      params: () => ({}),
      kind: 'invalidParams',
      data: { path: 'address' },
    },
    {
      what: 'a param too many',
      params: () => send({ call: [] }),
      kind: 'invalidParams',
      data: { path: 'call' },
    },
    {
      what: 'an oversized request',
      params: () => send({ abis: 'a'.repeat(2e6) }),
      kind: 'invalidRequest',
    },
    { what: 'a deep request', params: () => send({ abis: deep() }), kind: 'invalidRequest' },
    { what: 'a cyclic request', params: () => send({ abis: cyclic() }), kind: 'invalidRequest' },
    { what: 'an unknown account', params: () => send({ address: nobody }), kind: 'unknownAccount' },
    {
      what: 'an account of the other network',
      params: () => send({ chainId: '0x534e5f4d41494e' }),
      kind: 'unknownAccount',
    },
    {
      what: 'an unsupported chain',
      params: () => send({ chainId: '0x1' }),
      kind: 'unsupportedChain',
    },
    {
      what: 'a nonce that is used',
      params: () => send({ details: { nonce: '0x0' } }),
      kind: 'nonceTooLow',
    },
    {
      what: 'an estimate of an amount above the balance',
      method: 'xnet_estimateFee',
      params: () => ({ address: ready.address, invocations: transfer(100n * ONE) }),
      kind: 'transactionReverts',
    },
    {
      what: 'a fee above the limit',
      params: () => send({ details: { maxFee: '0x1' } }),
      kind: 'feeAboveLimit',
    },
  ] as const)('gets the code of $kind for $what', async ({ kind, params, ...rest }) => {
    const module = open();
    const before = structuredClone(journal(module));
    const method = 'method' in rest ? rest.method : 'xnet_executeTxn';
    const error = await errorOf(module, method, params());
    const { code, meaning, hint } = errorKinds[kind];
    expect(error.code).toBe(code);
    expect(error.message.startsWith(meaning)).toBe(true);
    expect(error.data).toMatchObject({ kind, hint, ...('data' in rest ? rest.data : {}) });
    expect(module.dialogs).toEqual([]);
    expect(journal(module)).toEqual(before);
  });

  it('explains that the account cannot pay when it holds no STRK', async () => {
    const poor = await openAccount(sepolia.url, { addressIndex: 1, funds: 0n, deployed: false });
    const params = { addressIndex: 1, deploy: true };
    expect(await errorOf(poor, 'xnet_createAccount', params)).toMatchObject({
      code: -32010,
      message: expect.stringMatching(
        /^The account cannot pay for this\. The fee needs [0-9.]+ STRK/u,
      ),
      data: { kind: 'insufficientFunds', hint: errorKinds.insufficientFunds.hint },
    });
    expect(poor.dialogs).toEqual([]);
  });

  it('signs nothing and journals nothing when the node serves another network', async () => {
    const module = open({ sepoliaUrl: proxy.url });
    const before = keptBy(module);
    expect(await errorOf(module, 'xnet_executeTxn', send())).toMatchObject({
      code: 4901,
      data: { kind: 'wrongChain', hint: errorKinds.wrongChain.hint },
    });
    expect(module.dialogs).toEqual([]);
    expect(keptBy(module)).toEqual(before);
    expect(proxy.methods().flat()).not.toContain('starknet_addInvokeTransaction');
  });

  it('signs nothing and journals nothing when no node is there', async () => {
    const module = open({ sepoliaUrl: 'http://127.0.0.1:9/' });
    const before = keptBy(module);
    expect(await errorOf(module, 'xnet_executeTxn', send())).toMatchObject({
      code: -32002,
      data: { kind: 'nodeUnavailable', hint: errorKinds.nodeUnavailable.hint, retry: true },
    });
    expect(module.dialogs).toEqual([]);
    expect(keptBy(module)).toEqual(before);
  });

  it.each([false, null])(
    'sends nothing and journals nothing when the user answers %s',
    async (answer) => {
      const module = open({ user: () => answer });
      const before = structuredClone(journal(module));
      expect(await errorOf(module, 'xnet_executeTxn', send())).toMatchObject({
        code: 4001,
        data: { kind: 'userRejected', hint: errorKinds.userRejected.hint },
      });
      expect(module.dialogs).toHaveLength(1);
      expect(journal(module)).toEqual(before);
      expect(await module.module.transactions.open()).toHaveLength(1);
      expect(await readNonce(sepolia.url, ready.address)).toBe(1n);
    },
  );
});
