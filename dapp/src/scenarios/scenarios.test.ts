import { describe, expect, it } from '@jest/globals';
import { parse } from '@xnet/clients/schema/field';
import { Calls } from '../../../src/schema/call';
import { parseOutsideExecution } from '../../../src/starknet/typedData/outsideExecution';
import { parseTypedData } from '../../../src/starknet/typedData/parse';
import { parseSessions } from '../../../src/starknet/typedData/session';
import { sepolia } from '../chain/networks';
import { findForm } from '../methods/groups';
import { mismatch } from '../methods/mismatch';
import { type Facts, scenarios } from './scenarios';

const facts: Facts = {
  account: `0x${'1'.repeat(63)}`,
  recipient: `0x${'2'.repeat(63)}`,
  chainId: sepolia,
  nowSeconds: 1_800_000_000,
  makeClass: async () => ({ contract: {}, compiledClassHash: '0x1' }),
};
const paramsOf = async (id: string, given = facts) => {
  const found = scenarios.find((scenario) => scenario.id === id);
  return (await found?.params(given)) as { typedDataMessage: object; calls: object };
};
const getMessage = async (id: string) => parseTypedData((await paramsOf(id)).typedDataMessage);

describe('the scenarios', () => {
  it.each(scenarios.map((scenario) => [scenario.id, scenario] as const))(
    'passes valid params in %s',
    async (_id, { method, params }) => {
      const given = (await params(facts)) as Record<string, unknown>;
      for (const { name, required, schema } of findForm(method)?.params ?? []) {
        if (required) expect(given).toHaveProperty(name);
        if (name in given) expect(mismatch(given[name], schema, name)).toBeNull();
      }
    },
  );

  it.each(['transfer', 'multicall', 'unlimited', 'failing'])(
    'passes valid calls in %s',
    async (id) => {
      const { calls } = await paramsOf(id);
      expect(parse(calls, Calls, 'invalidParams')).toHaveLength(id === 'multicall' ? 3 : 1);
    },
  );

  it('allows a stranger to spend in unlimited, even without another account', async () => {
    const { calls } = (await paramsOf('unlimited', { ...facts, recipient: facts.account })) as {
      calls: { calldata: string[] }[];
    };
    const [spender = '', ...amount] = calls[0]?.calldata ?? [];
    expect(BigInt(spender)).not.toBe(BigInt(facts.account));
    expect(BigInt(spender)).toBeGreaterThan(0n);
    expect(amount.map(BigInt)).toEqual([2n ** 128n - 1n, 2n ** 128n - 1n]);
  });

  it('builds an outside execution of a transfer in outside', async () => {
    expect(parseOutsideExecution(await getMessage('outside'))).toMatchObject({
      calls: [{ calldata: [facts.recipient, '0xde0b6b3a7640000', '0x0'] }],
    });
  });

  it('builds an outside execution with the fee of the sender in gasless', async () => {
    const execution = parseOutsideExecution(await getMessage('gasless'));
    expect(execution?.calls).toHaveLength(2);
    expect(execution?.calls[0]).toMatchObject({
      calldata: [facts.recipient, expect.anything(), '0x0'],
    });
  });

  it('builds a message for the page alone in signIn', async () => {
    const message = await getMessage('signIn');
    expect(parseOutsideExecution(message)).toBeUndefined();
    expect(parseSessions(message)).toEqual([]);
  });

  it('builds a session in session', async () => {
    expect(parseSessions(await getMessage('session'))).toHaveLength(1);
  });

  it('builds an ordinary message in order', async () => {
    const message = await getMessage('order');
    expect(parseOutsideExecution(message)).toBeUndefined();
    expect(parseSessions(message)).toEqual([]);
  });

  it('fails in malformed', async () => {
    await expect(getMessage('malformed')).rejects.toMatchObject({ kind: 'invalidParams' });
  });
});
