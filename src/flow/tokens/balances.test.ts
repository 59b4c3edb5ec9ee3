import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type FaultServer,
  type RpcAnswer,
  startFaultServer,
} from '../../../test/chain/faultServer';
import { openModule } from '../../../test/wallet/openModule';
import { chainIds } from '../../schema/primitives';
import { getSelector } from '../../starknet/selector';
import { fetchBalances } from './balances';
import { fetchToken } from './tokens';

const chainId = chainIds.sepolia;
const TOKEN = '0x70cef';
const missing: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };
const unknown: RpcAnswer = { error: { code: 21, message: 'Requested entrypoint does not exist' } };
const faults: [string, RpcAnswer, string][] = [
  ['too busy', { error: { code: -32005, message: 'Too many requests' } }, 'limitExceeded'],
  ['out of order', { error: { code: -32603, message: 'Internal error' } }, 'nodeFault'],
];

let node: FaultServer;
/** What is answered to a view, in the state of a block. */
let answer: (view: string, block: unknown) => RpcAnswer;
beforeEach(async () => {
  node = await startFaultServer((method, params) => {
    if (method === 'starknet_chainId') return { result: chainId };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    type Asked = { block_id: unknown; request: { entry_point_selector: string } };
    const { block_id, request } = params as Asked;
    const names = ['balanceOf', 'balance_of', 'name', 'symbol', 'decimals'];
    const name = names.find((one) => getSelector(one) === request.entry_point_selector);
    return answer(name ?? '', block_id);
  });
});
afterEach(() => node.stop());

const open = () => openModule({ sepoliaUrl: node.url }).module;
const balances = async () => fetchBalances(await open().node(chainId), TOKEN, '0x1');

describe('the balances of a token', () => {
  it.each(['balanceOf', 'balance_of'])('reads both balances by %s', async (name) => {
    answer = (view, block) =>
      view === name ? { result: [block === 'latest' ? '0x5' : '0x7', '0x0'] } : unknown;
    expect(await balances()).toEqual({ balancePending: '0x7', balanceLatest: '0x5' });
  });

  it('counts no balance in a block before the token existed', async () => {
    answer = (_, block) => (block === 'latest' ? missing : { result: ['0x7', '0x0'] });
    expect(await balances()).toEqual({ balancePending: '0x7', balanceLatest: '0x0' });
  });

  // @promise P13.1
  it.each(faults)('fails, instead of counting nothing, if a node is %s', async (_, fault, kind) => {
    answer = (_view, block) => (block === 'latest' ? fault : { result: ['0x7', '0x0'] });
    await expect(balances()).rejects.toMatchObject({ kind });
  });
});

describe('what is no token', () => {
  it('answers to none of its views', async () => {
    answer = () => unknown;
    await expect(balances()).rejects.toMatchObject({ kind: 'notToken' });
    await expect(fetchToken(open(), chainId, TOKEN)).rejects.toMatchObject({ kind: 'notToken' });
  });

  // @promise P13.1
  it.each(faults)('fails, instead of finding no token, if a node is %s', async (_, fault, kind) => {
    answer = () => fault;
    await expect(balances()).rejects.toMatchObject({ kind });
    await expect(fetchToken(open(), chainId, TOKEN)).rejects.toMatchObject({ kind });
  });
});
