import { beforeEach, expect, test } from '@jest/globals';
import { connect, createClient, describeError, findWallet, getErrorKind } from '../src/index';
import { createTestWallet } from './index';

let wallet = createTestWallet();
let provider = wallet.providerFor('https://dapp.example');
beforeEach(() => {
  wallet = createTestWallet();
  provider = wallet.providerFor('https://dapp.example');
});

test('0', async () => {
const signal = AbortSignal.timeout(10);
await expect(findWallet({ signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('1', async () => {
wallet.become('noModules');
await expect(connect({ provider })).rejects.toMatchObject({ code: -32601 });
wallet.become('notAllowed');
await expect(connect({ provider })).rejects.toThrow('not on the allowlist');
});

test('2', async () => {
wallet.refuse();
await expect(connect({ provider })).rejects.toMatchObject({ code: 4001 });
wallet.approve();
expect((await connect({ provider })).address).toMatch(/^0x/);
});

test('3', async () => {
wallet.become('pending');
await expect(connect({ provider })).rejects.toMatchObject({ code: -32002 });
});

test('4', async () => {
wallet.become('away');
await expect(connect({ provider })).rejects.toMatchObject({ code: 4900 });
wallet.become('working');
expect((await connect({ provider })).address).toMatch(/^0x/);
});

test('5', async () => {
wallet.become('disabled');
await expect(connect({ provider })).rejects.toThrow('does not run the module');
wallet.become('blocked');
await expect(connect({ provider })).rejects.toThrow('is blocked');
});

test('6', async () => {
wallet.become('brokenUpdate');
await expect(connect({ provider })).rejects.toThrow('updated source code');
});

test('7', async () => {
const failure = connect({ provider, version: '^9.0.0' });
await expect(failure).rejects.toMatchObject({ code: -32602 });
await expect(failure).rejects.toThrow('inside requested');
});

test('8', async () => {
const client = createClient({ provider });
await client.install();
wallet.disconnect('https://dapp.example');
await expect(client.request('ping')).rejects.toMatchObject({ code: 4100 });
});

test('9', async () => {
const client = createClient({ provider });
await client.install();
wallet.become('stopped');
await expect(client.request('ping')).rejects.toThrow('terminated during execution');
});

test('10', async () => {
const client = createClient({ provider });
await client.install();
wallet.become('locked');
const signal = AbortSignal.timeout(10);
await expect(client.request('ping', {}, { signal })).rejects.toMatchObject({
  name: 'TimeoutError',
});
wallet.become('working');
expect(await client.request('ping')).toBe('pong');
});

test('11', async () => {
const { signIn } = await connect({ provider });
const request = { statement: 'Hello', uri: 'https://dapp.example' };
wallet.refuse();
const kinds: unknown[] = [];
for (const nonce of ['nonce0001', 'nonce0002', 'nonce0003', 'nonce0004'])
  await signIn({ ...request, nonce }).catch((error) => kinds.push(getErrorKind(error)));
expect(kinds).toEqual([...Array(3).fill('userRejected'), 'siteBlocked']);
});

test('12', async () => {
const { address, execute } = await connect({ provider });
const call = { contractAddress: '0x1', entrypoint: 'go', calldata: [] };
const failure = describeError(await execute(call).catch((error: unknown) => error));
expect(failure).toMatchObject({ kind: 'nodeUnavailable', retry: true });
});

test('13', async () => {
const { address } = await connect({ provider });
const kindOf = (params: object) =>
  createClient({ provider }).request('xnet_executeTxn', params as never).catch(getErrorKind);
const calls = [{ contractAddress: '0x1', entrypoint: 'go', calldata: [] }];
expect(await kindOf({ address: '0x123', calls })).toBe('unknownAccount');
expect(await kindOf({ address, calls, chainId: '0x1' })).toBe('unsupportedChain');
expect(await kindOf({ address })).toBe('invalidParams');
});

test('14', async () => {
const client = createClient({ provider });
await client.install();
const failure = client.request('xnet_ofTomorrow' as 'ping').catch(getErrorKind);
expect(await failure).toBe('methodNotFound');
});
