import { describe, expect, it } from '@jest/globals';
import { any, array, object, optional, string } from '@metamask/superstruct';
import { ModuleError } from '@xnet/clients/errors';
import { field, shapeLimits } from '@xnet/clients/schema/field';
import { openModule } from '../../test/wallet/openModule';
import { ChainIdParam, chainIds, Felt, RequiredChainId } from '../schema/primitives';
import { createDispatcher, type MethodTable } from './dispatch';
import { defineMethod, type Method, type Request } from './method';

const COMPANION = 'https://companion.example';
const DAPP = 'https://dapp.example';
const kept = { errors: [], prompts: 'never', summary: 'Tells.' } as const;

/** Methods that note what reached them, behind the real dispatcher. */
function open(more: MethodTable = {}) {
  const handled: Request<unknown>[] = [];
  const xnet_tell = defineMethod({
    ...kept,
    params: object({
      hash: field(optional(Felt), {}),
      list: field(optional(array(object({ a: string() }))), {}),
      free: field(optional(any()), { jsonSchema: {} }),
      chainId: ChainIdParam,
    }),
    result: any(),
    aliases: { hash: ['txHash'] },
    async handle(request) {
      handled.push(request);
      return 'told';
    },
  });
  const xnet_private = defineMethod({ ...xnet_tell, callers: 'companionDapp' });
  const { module } = openModule({ companions: [COMPANION] });
  const dispatch = createDispatcher({ xnet_tell, xnet_private, ...more }, module);
  const call = (method: string, params?: unknown, origin = DAPP) =>
    dispatch({ origin, request: params === undefined ? { method } : { method, params } });
  const fault = async (method: string, params?: unknown, origin = DAPP): Promise<ModuleError> => {
    const error = await call(method, params, origin).catch((reason) => reason);
    if (error instanceof ModuleError) return error;
    throw new Error(`No fault but ${JSON.stringify(error)}`);
  };
  return { handled, call, fault };
}
const huge = { free: 'x'.repeat(shapeLimits.ordinary.textLength + 1) };
const malformed = { hash: 'no felt' };

describe('the order in which a request is judged', () => {
  it('finds the method first', async () => {
    const { fault } = open();
    expect((await fault('xnet_nothing', huge)).kind).toBe('methodNotFound');
  });

  it('checks, second, whether the origin may call the method', async () => {
    const { fault, call } = open();
    expect((await fault('xnet_private', huge)).kind).toBe('unauthorized');
    expect(await call('xnet_private', {}, COMPANION)).toBe('told');
  });

  it('checks, third, the size of the params, before anything reads them', async () => {
    const { fault } = open();
    expect((await fault('xnet_tell', { ...malformed, ...huge })).kind).toBe('invalidRequest');
    const loop: Record<string, unknown> = {};
    loop.free = loop;
    expect((await fault('xnet_tell', loop)).kind).toBe('invalidRequest');
    expect((await fault('xnet_tell', JSON.parse('{"__proto__": 1}'))).kind).toBe('invalidRequest');
    const about = { ...kept, params: any(), result: any(), large: true } as const;
    const { call } = open({ xnet_large: { ...about, handle: async () => 'told' } });
    expect(await call('xnet_large', huge)).toBe('told');
  });

  it('checks, fourth, the params and then the network, and calls no handler after a failure', async () => {
    const { fault, handled } = open();
    const both = await fault('xnet_tell', { ...malformed, chainId: '0x1' });
    expect(both).toMatchObject({ kind: 'invalidParams', data: { path: 'hash' } });
    expect((await fault('xnet_tell', { chainId: '0x1' })).kind).toBe('unsupportedChain');
    expect(handled).toEqual([]);
  });

  it('validates the result last', async () => {
    const wrong: Method = {
      ...kept,
      params: object({}),
      result: Felt,
      handle: async () => 'sécret',
    };
    const { fault } = open({ xnet_wrong: wrong });
    const { kind, message } = await fault('xnet_wrong');
    expect(kind).toBe('internal');
    expect(message).not.toContain('sécret');
  });

  it('hands on what a handler throws', async () => {
    const handle = async () => {
      throw new TypeError('A defect.');
    };
    const { call } = open({ xnet_broken: { ...kept, params: object({}), result: any(), handle } });
    await expect(call('xnet_broken')).rejects.toThrow(TypeError);
  });

  it.each<[string, string, object, Pick<Method, 'errors'>]>([
    ['is a fault of the node', 'nodeFault', { nodeCode: 20 }, { errors: [] }],
    ['is handed on where it is declared', 'notToken', { nodeCode: 20 }, { errors: ['notToken'] }],
    ['is handed on where no node told it', 'notToken', {}, { errors: [] }],
  ])('treats an error that the method does not declare: it %s', async (_, kind, told, declared) => {
    const handle = async () => {
      throw new ModuleError('notToken', '', told);
    };
    const xnet_ask = { ...kept, ...declared, params: object({}), result: any(), handle };
    expect(await open({ xnet_ask }).fault('xnet_ask')).toMatchObject({ kind, data: told });
  });
});

describe('a request without an origin', () => {
  // @promise P2.1
  it.each(['', 'null'])('rejects before it reads anything: %j', async (origin) => {
    const { fault, handled } = open();
    for (const method of ['xnet_tell', 'xnet_private', 'xnet_nothing'])
      expect((await fault(method, huge, origin)).kind).toBe('unauthorized');
    expect(handled).toEqual([]);
  });
});

describe('the names of methods', () => {
  it.each([
    ['toString'],
    ['__proto__'],
    ['constructor'],
    ['hasOwnProperty'],
    ['valueOf'],
    [''],
    ['xnet_'],
    ['starkNet_'],
    ['starkNet_toString'],
    ['starkNet_constructor'],
    ['starknet_tell'],
    ['XNET_tell'],
    ['xnet_tell '],
    ['xnet_Tell'],
    ['xnet_starkNet_tell'],
    ['starkNet_starkNet_tell'],
    ['snap_getState'],
    ['\u200bxnet_tell'],
  ])('rejects %j', async (name) => {
    const { fault, handled } = open();
    const { kind, message } = await fault(name);
    expect(kind).toBe('methodNotFound');
    expect(message).toBe('There is no such method.');
    expect(handled).toEqual([]);
  });

  it('accepts both prefixes, and gives the handler the own one', async () => {
    const { call, handled } = open();
    expect(await call('starkNet_tell')).toBe('told');
    expect(await call('xnet_tell')).toBe('told');
    expect(handled.map(({ method }) => method)).toEqual(['xnet_tell', 'xnet_tell']);
  });
});

describe('the params', () => {
  it.each([[undefined], [null], [{}]])('accepts %p', async (params) => {
    const { call, handled } = open();
    expect(await call('xnet_tell', params)).toBe('told');
    expect(handled[0]?.params).toEqual({ chainId: chainIds.sepolia });
  });

  it.each([[['0x1']], [[{}]], ['text'], [7], [true]])('rejects %j', async (params) => {
    const { fault } = open();
    expect((await fault('xnet_tell', params)).kind).toBe('invalidParams');
  });

  it('rejects an unknown param and names it', async () => {
    const { fault } = open();
    expect((await fault('xnet_tell', { hsah: '0x1' })).data).toEqual({ path: 'hsah' });
  });

  it('accepts a param under its current name too, but not under two that differ', async () => {
    const { call, fault, handled } = open();
    await call('xnet_tell', { txHash: '0x1' });
    expect(handled[0]?.params).toEqual({ hash: '0x1', chainId: chainIds.sepolia });
    expect((await fault('xnet_tell', { hash: '0x1', txHash: '0x2' })).data.path).toBe('txHash');
  });

  it('normalizes the params before the handler', async () => {
    const { call, handled } = open();
    await call('xnet_tell', { hash: '0x00AB', chainId: 'sn_main' });
    expect(handled[0]?.params).toEqual({ hash: '0xab', chainId: chainIds.mainnet });
    expect(handled[0]?.network.chainId).toBe(chainIds.mainnet);
  });
});

describe('the context of a request', () => {
  it('consists of origin, method, network and params', async () => {
    const { call, handled } = open();
    await call('xnet_tell', {});
    expect(handled).toEqual([
      {
        origin: DAPP,
        method: 'xnet_tell',
        network: { name: { say: 'review.localChain' }, chainId: chainIds.sepolia },
        params: { chainId: chainIds.sepolia },
      },
    ]);
  });

  it('refuses any change, at any depth of the params', async () => {
    const { call, handled } = open();
    await call('xnet_tell', { list: [{ a: 'x' }], free: { deep: [1] } });
    const [request] = handled as { params: { list: { a: string }[]; free: { deep: number[] } } }[];
    if (!request) throw new Error('It was handled.');
    const attempts = [
      () => Object.assign(request, { origin: 'https://evil.example' }),
      () => Object.assign(request.params, { hash: '0x2' }),
      () => request.params.list.push({ a: 'y' }),
      () => Object.assign(request.params.list[0] ?? {}, { a: 'y' }),
      () => request.params.free.deep.push(2),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
  });

  it('belongs to one of two simultaneous requests alone', async () => {
    const { call, handled } = open();
    await Promise.all([
      call('xnet_tell', { hash: '0x1' }, 'https://one.example'),
      call('xnet_tell', { hash: '0x2', chainId: chainIds.mainnet }, 'https://two.example'),
    ]);
    const seen = handled.map(({ origin, network, params }) => [origin, network.chainId, params]);
    // Which is handled first is not promised.
    expect(seen.sort()).toEqual([
      ['https://one.example', chainIds.sepolia, { hash: '0x1', chainId: chainIds.sepolia }],
      ['https://two.example', chainIds.mainnet, { hash: '0x2', chainId: chainIds.mainnet }],
    ]);
  });

  it('names Sepolia if the chain id is the subject of the request', async () => {
    const handled: unknown[] = [];
    const xnet_ask: Method = {
      ...kept,
      params: object({ chainId: RequiredChainId }),
      result: any(),
      chainIdIsSubject: true,
      handle: async ({ network, params }) => {
        handled.push([network.chainId, params.chainId]);
        return null;
      },
    };
    const { call } = open({ xnet_ask });
    await call('xnet_ask', { chainId: '0x1' });
    expect(handled).toEqual([[chainIds.sepolia, '0x1']]);
  });
});
