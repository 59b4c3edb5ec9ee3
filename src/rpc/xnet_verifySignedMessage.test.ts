import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../test/chain/faultServer';
import { example } from '../../test/messages/typedDataExample';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';

const SITE = 'https://site.example';
const OTHER = 'https://other.example';

let node: FaultServer;
beforeEach(async () => {
  node = await startFaultServer((method) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    return { error: { code: 20, message: 'Contract not found' } };
  });
});
afterEach(() => node.stop());

describe('xnet_verifySignedMessage of an account that is not deployed', () => {
  it('is decided by its key for a site that was granted it, and for no other', async () => {
    const { invoke } = openModule({ sepoliaUrl: node.url });
    const { address } = await invoke('xnet_createAccount', {}, SITE);
    const typedDataMessage = {
      ...example(1),
      domain: { ...example(1).domain, chainId: 'SN_SEPOLIA' },
    };
    const signature = await invoke(
      'xnet_signMessage',
      { typedDataMessage, signerAddress: address },
      SITE,
    );
    const verify = (origin: string, signed = signature) =>
      invoke('xnet_verifySignedMessage', { typedDataMessage, address, signature: signed }, origin);
    expect(await verify(SITE)).toBe(true);
    expect(await verify(SITE, '0x1,0x2')).toBe(false);
    expect(await verify(OTHER)).toBe(false);
  });
});

describe('xnet_verifySignedMessage', () => {
  const address = '0x1234';
  const message = { ...example(1), domain: { ...example(1).domain, chainId: 'SN_SEPOLIA' } };
  const verify = (params: object) =>
    openModule({ sepoliaUrl: node.url }).invoke(
      'xnet_verifySignedMessage',
      { typedDataMessage: message, address, signature: '0x1,0x2', ...params },
      OTHER,
    );

  it.each([
    ['a signature that is no numbers', { signature: 'me' }],
    ['a signature of nothing', { signature: [] }],
    ['a signature that is an object', { signature: { r: '0x1', s: '0x2' } }],
    ['a message that is no JSON', { typedDataMessage: 'hello' }],
    ['a message of JSON with a name that none may have', { typedDataMessage: '{"__proto__":{}}' }],
    [
      'a message of JSON that is too deep',
      { typedDataMessage: `${'['.repeat(99)}1${']'.repeat(99)}` },
    ],
    [
      'a message of JSON that no recursion could follow',
      { typedDataMessage: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` },
    ],
    [
      'a message with an array of arrays without end',
      {
        typedDataMessage: {
          ...message,
          types: { ...message.types, Leg: [{ name: 'to', type: `felt${'*'.repeat(60_000)}` }] },
        },
      },
    ],
    [
      'a message of JSON whose objects are too deep',
      { typedDataMessage: `${'{"a":'.repeat(99)}1${'}'.repeat(99)}` },
    ],
    ['a message without types', { typedDataMessage: { message: {} } }],
    ['a message with a type too many', { typedDataMessage: { ...message, primaryType: 'Other' } }],
  ])('answers false to %s', async (_what, params) => {
    expect(await verify(params)).toBe(false);
    expect(node.calls).not.toContain('starknet_call');
  });

  it.each(['typedDataMessage', 'signature', 'address'])(
    'refuses to do without %s',
    async (name) => {
      await expect(verify({ [name]: undefined })).rejects.toMatchObject({ kind: 'invalidParams' });
    },
  );
});
