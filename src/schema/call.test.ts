import { describe, expect, it } from '@jest/globals';
import { ModuleError } from '@xnet/clients/errors';
import { type AnyStruct, parse } from '@xnet/clients/schema/field';
import { Calls, callLimits } from './call';
import { Invocations, sortInvocations } from './invocation';

const token = '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const call = { contractAddress: token, entrypoint: 'transfer', calldata: ['0x1', '0x2', '0x0'] };

const faultOf = (struct: AnyStruct, value: unknown): ModuleError => {
  try {
    parse(value, struct, 'invalidParams');
  } catch (error) {
    if (error instanceof ModuleError) return error;
    throw error;
  }
  throw new Error('It is taken.');
};

describe.each<[string, AnyStruct]>([
  ['Calls', Calls],
  ['Invocations', Invocations],
])('%s', (_name, struct) => {
  it('accepts one call or several, and returns several', () => {
    expect(parse(call, struct, 'invalidParams')).toEqual([call]);
    expect(parse([call, call], struct, 'invalidParams')).toEqual([call, call]);
  });

  it('gives felts and addresses their canonical text, in whatever spelling they come', () => {
    const spelled = {
      contractAddress: '0x4718F5A0FC34CC1AF16A1CDEE98FFB20C31F5CD61D6AB07201858F4287C938D',
      entrypoint: 'transfer',
      calldata: ['0x01', 2, '000'],
    };
    expect(parse(spelled, struct, 'invalidParams')).toEqual([
      { ...call, calldata: ['0x1', '0x2', '0x0'] },
    ]);
  });

  it('accepts a call without calldata', () => {
    const { calldata: _none, ...bare } = call;
    expect(parse([bare], struct, 'invalidParams')).toEqual([{ ...bare, calldata: [] }]);
  });

  it.each([
    ['no call at all', [], ''],
    ['an unknown field', [{ ...call, value: '0x1' }], '0.value'],
    ['a missing contract', [{ entrypoint: 'transfer' }], '0.contractAddress'],
    ['a missing entry point', [{ contractAddress: token }], '0.entrypoint'],
    ['an entry point that is no identifier', [{ ...call, entrypoint: 'a b' }], '0.entrypoint'],
    [
      'an entry point with a hidden character',
      [{ ...call, entrypoint: 'a\u200b' }],
      '0.entrypoint',
    ],
    ['an entry point that is too long', [{ ...call, entrypoint: 'a'.repeat(129) }], '0.entrypoint'],
    ['a second line in an entry point', [{ ...call, entrypoint: 'a\n' }], '0.entrypoint'],
    ['call data that is no felt', [call, { ...call, calldata: ['x'] }], '1.calldata.0'],
    ['call data that is no array', [{ ...call, calldata: '0x1' }], '0.calldata'],
    [
      'an address out of range',
      [{ ...call, contractAddress: `0x${'f'.repeat(64)}` }],
      '0.contractAddress',
    ],
    ['null', null, '0'],
    ['a text', 'transfer', '0'],
    ['nothing', undefined, '0'],
  ])('refuses %s, naming the place', (_what, value, path) => {
    const fault = faultOf(struct, value);
    expect(fault.kind).toBe('invalidParams');
    expect(fault.data).toEqual({ path });
  });

  it('accepts a contract of any address, also one as short as those of Ethereum', () => {
    const short = `0x${'ab'.repeat(20)}`;
    const [first] = parse([{ ...call, contractAddress: short }], struct, 'invalidParams');
    expect(first.contractAddress ?? first.payload.contractAddress).toBe(
      `0x${'ab'.repeat(20).padStart(64, '0')}`,
    );
  });

  it('refuses more calls, and more felts in one, than a transaction holds', () => {
    const few = { ...call, calldata: [] };
    expect(parse(new Array(callLimits.calls).fill(few), struct, 'invalidParams')).toHaveLength(256);
    // Of too long a list nothing is looked at.
    const calls = new Array(callLimits.calls + 1).fill('no call');
    expect(faultOf(struct, calls).message).toContain('Expected a list of 1 to 256.');
    const full = { ...call, calldata: new Array(callLimits.calldata + 1).fill('no felt') };
    expect(faultOf(struct, [full]).data).toEqual({ path: '0.calldata' });
  });
});

describe('Invocations', () => {
  it.each(['INVOKE', 'INVOKE_FUNCTION'])('accepts a call that is marked %s', (type) => {
    expect(parse([{ type, ...call }], Invocations, 'invalidParams')).toEqual([call]);
    expect(parse([{ type, payload: call }], Invocations, 'invalidParams')).toEqual([call]);
    expect(parse({ type, payload: [call, call] }, Invocations, 'invalidParams')).toEqual([
      call,
      call,
    ]);
  });

  it('reads a deployment of a contract as a call of the Universal Deployer', () => {
    const deploy = {
      type: 'DEPLOY',
      classHash: '0x12',
      salt: '0x34',
      constructorCalldata: [7, '8'],
    };
    const calldata = ['0x12', '0x34', '0x1', '0x2', '0x7', '0x8'];
    for (const unique of [undefined, true])
      expect(parse([{ ...deploy, unique }], Invocations, 'invalidParams')).toMatchObject([
        { entrypoint: 'deployContract', calldata },
      ]);
    const [shared] = parse([{ ...deploy, unique: false }], Invocations, 'invalidParams');
    expect(shared).toMatchObject({ calldata: ['0x12', '0x34', '0x0', '0x2', '0x7', '0x8'] });
    const { type, classHash } = deploy;
    const [bare] = parse([{ type, classHash }], Invocations, 'invalidParams');
    expect(bare).toMatchObject({ calldata: ['0x12', '0x0', '0x1', '0x0'] });
  });

  it('sorts declarations and the deployment of the account from calls', () => {
    const declaration = { type: 'DECLARE', contract: { abi: [] }, compiledClassHash: '0x9' };
    const deployment = { type: 'DEPLOY_ACCOUNT', payload: { classHash: '0x5' } };
    const parsed = parse([call, declaration, deployment], Invocations, 'invalidParams');
    expect(sortInvocations(parsed)).toEqual({
      calls: [call],
      declarations: [declaration],
      deployments: [{ type: 'DEPLOY_ACCOUNT', classHash: '0x5' }],
    });
  });

  it.each([
    ['of a type that there is not', { type: 'L1_HANDLER', ...call }],
    ['without a type, of another shape', { classHash: '0x5' }],
    ['that deploys no class', { type: 'DEPLOY', salt: '0x1' }],
    ['that deploys an account by a call', { type: 'DEPLOY_ACCOUNT', payload: call }],
    ['that is none', { type: 'INVOKE', payload: [] }],
    ['whose payload is a text', { type: 'DEPLOY_ACCOUNT', payload: '' }],
  ])('refuses one %s', (_, invocation) => {
    expect(faultOf(Invocations, [call, invocation]).kind).toBe('invalidParams');
  });
});

describe('Calls', () => {
  it('refuses a call that is marked with a type', () => {
    expect(faultOf(Calls, [{ type: 'INVOKE', ...call }]).data).toEqual({ path: '0.type' });
  });
});
