import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { typedData as oracle } from 'starknet';
import { type FaultServer, type RpcAnswer, startFaultServer } from '../../test/chain/faultServer';
import { example, type Json, type Parts } from '../../test/messages/typedDataExample';
import { openModule } from '../../test/wallet/openModule';
import { chainIds } from '../schema/primitives';
import { getSelector } from '../starknet/selector';

const SITE = 'https://site.example';
const OTHER = 'https://other.example';

const missing: RpcAnswer = { error: { code: 20, message: 'Contract not found' } };

let node: FaultServer;
/** What the account's contract answers, by entry point. */
let contract: Record<string, RpcAnswer>;
let onCall: (request: { calldata: string[] }) => void;
beforeEach(async () => {
  contract = {};
  onCall = () => {};
  node = await startFaultServer((method, params) => {
    if (method === 'starknet_chainId') return { result: chainIds.sepolia };
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    const { request } = params as {
      request?: { entry_point_selector: string; calldata: string[] };
    };
    if (request) onCall(request);
    return contract[request?.entry_point_selector ?? ''] ?? missing;
  });
});
afterEach(() => node.stop());

describe('xnet_verifySignedMessage of an account that is not deployed', () => {
  // @row xnet_verifySignedMessage
  it('verifies by the key for a site with a grant, and for no other', async () => {
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

  /** Messages that the module refuses to sign, each with one fault. */
  const refused: Record<string, (parts: Parts) => void> = {
    'a field that no type names': (parts) => Object.assign(parts.message, { note: 'hello' }),
    'a domain without a chain': ({ types, domain }) => {
      types.StarknetDomain = (types.StarknetDomain as Json[]).filter(
        ({ name }) => name !== 'chainId',
      );
      delete domain.chainId;
    },
    'the chain as another felt': ({ domain }) =>
      Object.assign(domain, { chainId: '393402133025997798000961' }),
    'a structure in the domain': ({ types, domain }) => {
      (types.StarknetDomain as Json[]).push({ name: 'more', type: 'Leg' });
      domain.more = { to: 1 };
    },
    'an array of arrays of structures': ({ types, message: values }) => {
      types.Order = [{ name: 'leg', type: 'Leg**' }];
      values.leg = [[{ to: 1 }]];
    },
    'one more part': (parts) => Object.assign(parts, { note: 'hello' }),
  };
  type Case = [what: string, revision: 0 | 1, spoil: (parts: Parts) => void];
  const old: Record<string, (parts: Parts) => void> = {
    'a type that nobody declares': ({ types, message: values }) => {
      types.Leg = [{ name: 'to', type: 'u256' }];
      values.leg = { to: '0x10' };
    },
    'an address above all contracts': ({ types, message: values }) => {
      types.Leg = [{ name: 'to', type: 'ContractAddress' }];
      values.leg = { to: `0x7${'f'.repeat(62)}` };
    },
    'true as a number': ({ types, message: values }) => {
      types.Leg = [{ name: 'to', type: 'bool' }];
      values.leg = { to: 1 };
    },
  };
  // @promise P13.1
  it.each([
    ...Object.entries(refused).map(([what, spoil]): Case => [what, 1, spoil]),
    ...Object.entries(old).map(([what, spoil]): Case => [what, 0, spoil]),
  ])('asks the contract about a message with %s (revision %i)', async (_what, revision, spoil) => {
    const parts = example(revision);
    spoil(parts);
    const asked: unknown[] = [];
    setContract(valid, unknown);
    onCall = ({ calldata }) => asked.push(calldata[0]);
    expect(await verify({ typedDataMessage: parts })).toBe(true);
    const expected = oracle.getMessageHash(parts as never, address);
    expect(new Set(asked.map((hash) => BigInt(hash as string)))).toEqual(
      new Set([BigInt(expected)]),
    );
    expect(await verify({ typedDataMessage: JSON.stringify(parts) })).toBe(true);
  });

  // @promise P13.1
  it('refuses more values than are worth the work, and says so', async () => {
    const parts = example(1);
    parts.types.Leg = [{ name: 'to', type: 'felt*' }];
    parts.message.leg = { to: Array.from({ length: 2_000 }, () => 1) };
    await expect(verify({ typedDataMessage: parts })).rejects.toMatchObject({
      kind: 'invalidRequest',
    });
    expect(node.calls).not.toContain('starknet_call');
  });

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

  const valid: RpcAnswer = { result: ['0x56414c4944'] };
  const unknown: RpcAnswer = {
    error: { code: 21, message: 'Requested entrypoint does not exist' },
  };
  const reverts: RpcAnswer = { error: { code: 40, message: 'Contract error' } };
  const setContract = (snakeCase: RpcAnswer, camelCase: RpcAnswer) => {
    contract[getSelector('is_valid_signature')] = snakeCase;
    contract[getSelector('isValidSignature')] = camelCase;
  };

  // @promise P13.1
  it.each([
    ['true where its contract answers VALID', valid, unknown, true],
    ['true where its contract answers 1', { result: ['0x1'] }, unknown, true],
    ['true where its contract knows the older name alone', unknown, { result: ['0x1'] }, true],
    ['false where its contract answers 0', { result: ['0x0'] }, unknown, false],
    ['false where its contract answers something else', { result: ['0x2'] }, reverts, false],
    ['false where its contract answers nothing', { result: [] }, { result: [] }, false],
    ['false where its contract refuses', reverts, reverts, false],
    ['false where its contract knows no signatures', unknown, unknown, false],
  ])('returns %s', async (_, snakeCase, camelCase, answer) => {
    setContract(snakeCase, camelCase);
    expect(await verify({})).toBe(answer);
  });

  // @promise P13.1
  it.each([
    ['that is too busy', { code: -32005, message: 'Too many requests' }, 'limitExceeded'],
    ['that fails', { code: -32603, message: 'Internal error' }, 'nodeFault'],
  ])('calls nothing invalid for a node %s', async (_, error, kind) => {
    setContract({ error }, { error });
    await expect(verify({})).rejects.toMatchObject({ kind });
  });

  it.each(['typedDataMessage', 'signature', 'address'])(
    'rejects a request without %s',
    async (name) => {
      await expect(verify({ [name]: undefined })).rejects.toMatchObject({ kind: 'invalidParams' });
    },
  );
});
