import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chainIds } from '../../src/schema/primitives';
import { shortString } from '../../src/starknet/felt';
import { type FaultServer, type RpcAnswer, startFaultServer } from '../../test/chain/faultServer';
import { connect } from '../src/connect';
import type { SignedIn } from '../src/signIn';
import { createTestWallet } from '../testing/testWallet';
import { verifySignIn } from './verifySignIn';

const ORIGIN = 'https://dapp.example';
const nonce = 'abcd1234';
const absent: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };

let node: FaultServer;
let answer: RpcAnswer = absent;
let chainId: string = chainIds.sepolia;
let signedIn: SignedIn;
beforeAll(async () => {
  node = await startFaultServer((method) =>
    method === 'starknet_chainId' ? { result: chainId } : answer,
  );
  const account = await connect({ provider: createTestWallet().providerFor(ORIGIN) });
  signedIn = JSON.parse(
    JSON.stringify(await account.signIn({ statement: 'Sign in.', nonce, uri: ORIGIN })),
  );
});
afterAll(() => node.stop());

/** What the server says, of the sign-in as it is or changed on its way. */
const verify = (changed: Partial<SignedIn> = {}, options: { now?: number; uri?: string } = {}) =>
  verifySignIn({ ...signedIn, ...changed }, { nonce, uri: ORIGIN, nodeUrl: node.url, ...options });
const reasonOf = (...given: Parameters<typeof verify>) =>
  verify(...given).then(
    () => 'accepted',
    ({ reason }) => reason,
  );

describe('verifySignIn', () => {
  it('accepts an account that is not deployed by the key from which it is derived', async () => {
    const { address } = signedIn;
    expect(await verify()).toEqual({ address, chainId: chainIds.sepolia });
  });

  it.each([
    ['VALID', shortString('VALID'), 'accepted'],
    ['true', '0x1', 'accepted'],
    ['nothing', '0x0', 'signature'],
  ])('lets the contract of a deployed account decide: %s', async (_what, felt, outcome) => {
    answer = { result: [felt] };
    expect(await reasonOf()).toBe(outcome);
    // The key alone no longer counts.
    expect(await reasonOf({ publicKey: undefined })).toBe(outcome);
    answer = absent;
  });

  it('refuses what was changed on its way', async () => {
    const { typedData } = signedIn;
    const withMessage = (change: object) => ({
      typedData: { ...typedData, message: { ...typedData.message, ...change } },
    });
    expect(await reasonOf(withMessage({ statement: 'Give me all.' }))).toBe('signature');
    expect(await reasonOf(withMessage({ nonce: 'other1234' }))).toBe('nonce');
    expect(await reasonOf(withMessage({ uri: 'https://evil.example' }))).toBe('uri');
    expect(await reasonOf(withMessage({ address: '0x1234' }))).toBe('signature');
    expect(await reasonOf(withMessage({ expirationTime: 'never' }))).toBe('expired');
    expect(await reasonOf(withMessage({ more: 'x' }))).toBe('malformed');
    expect(await reasonOf({ publicKey: '0x5' })).toBe('signature');
    expect(await reasonOf({ signature: [...signedIn.signature].reverse() })).toBe('signature');
    expect(await reasonOf({ signature: ['x'] })).toBe('malformed');
    const primary = { typedData: { ...typedData, primaryType: 'Order' } };
    expect(await reasonOf(primary)).toBe('malformed');
  });

  it('refuses it on another page, network, or at another time', async () => {
    expect(await reasonOf({}, { uri: 'https://dapp.example:8443' })).toBe('uri');
    expect(await reasonOf({}, { now: Date.now() + 600_001 })).toBe('expired');
    expect(await reasonOf({}, { now: Date.now() - 3_600_000 })).toBe('expired');
    chainId = chainIds.mainnet;
    expect(await reasonOf()).toBe('network');
    chainId = chainIds.sepolia;
  });

  it.each([null, undefined, 7, 'text', {}, { typedData: null }, { signature: null }])(
    'calls %p malformed, as whatever else a page sends',
    async (sent) => {
      const options = { nonce, uri: ORIGIN, nodeUrl: node.url };
      await expect(verifySignIn(sent as never, options)).rejects.toMatchObject({
        name: 'SignInError',
        reason: 'malformed',
      });
    },
  );

  it('calls the fetch that is there at the time of the call', async () => {
    const { fetch: before } = globalThis;
    const urls: unknown[] = [];
    globalThis.fetch = (url, options) => {
      urls.push(url);
      return before(url, options);
    };
    try {
      expect(await reasonOf()).toBe('accepted');
    } finally {
      globalThis.fetch = before;
    }
    expect(urls.length).toBeGreaterThan(0);
    expect(new Set(urls)).toEqual(new Set([node.url]));
  });

  it('does not take a node that fails for one that says no', async () => {
    answer = { error: { code: -32603, message: 'Busy' } };
    expect(await reasonOf()).toBe('node');
    answer = absent;
    const options = { nonce, uri: ORIGIN, nodeUrl: 'http://127.0.0.1:9/' };
    await expect(verifySignIn(signedIn, options)).rejects.toMatchObject({ reason: 'node' });
  });
});
