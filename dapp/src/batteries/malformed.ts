import { transfer } from '../chain/calls';
import { tokens } from '../chain/tokens';
import { asking, type Battery, execute, type Facts, type Request, refused, sign } from './battery';
import { text } from './messages';

const invalid = refused('invalidParams', -32602);
/** A wallet may refuse an envelope before the module sees it. */
const malformed = refused('invalidRequest', 'invalidParams', -32600, -32602, -32603);

const pays = ({ account }: Facts) => transfer(account, 1n);
const balance = (params: unknown): Request => ({ method: 'xnet_getErc20TokenBalance', params });

const nested = (depth: number): unknown => {
  let inner: unknown = 1;
  for (let at = 0; at < depth; at += 1) inner = [inner];
  return inner;
};
const big = 2_000_000;

/** Nothing of this may open a dialog. */
export const malformedBattery: Battery = {
  id: 'malformed',
  title: 'Malformed requests',
  lead: 'Requests that no careful page sends. Each must be refused with an error that says why, and without a dialog.',
  cases: [
    asking(
      ['unknown-method', 'A method that does not exist'],
      () => ({ method: 'xnet_mint', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['inherited-method', 'A method named like a part of every object'],
      () => ({ method: 'constructor', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['method-case', 'A method in capitals'],
      () => ({ method: 'XNET_EXECUTETXN', params: {} }),
      refused('methodNotFound', -32601),
    ),
    asking(
      ['empty-method', 'A method without a name'],
      () => ({ method: '', params: {} }),
      refused('methodNotFound', 'invalidRequest', -32600, -32601, -32602, -32603),
    ),
    asking(['missing', 'A required parameter is missing'], () => balance({}), invalid),
    asking(
      ['unknown-param', 'A parameter that does not exist'],
      ({ account }) =>
        balance({ tokenAddress: tokens.STRK, userAddress: account, toekn: tokens.STRK }),
      invalid,
    ),
    asking(
      ['by-position', 'Parameters by position'],
      ({ account }) => balance([tokens.STRK, account]),
      malformed,
    ),
    asking(['text-params', 'A text in place of parameters'], () => balance('all'), malformed),
    asking(
      ['null-param', 'Null in place of an address'],
      () => balance({ tokenAddress: tokens.STRK, userAddress: null }),
      invalid,
    ),
    asking(
      ['address-short', 'Zero in place of an address'],
      () => balance({ tokenAddress: tokens.STRK, userAddress: '' }),
      invalid,
    ),
    asking(
      ['address-long', 'An address of 65 digits'],
      () => balance({ tokenAddress: tokens.STRK, userAddress: `0x${'1'.repeat(65)}` }),
      invalid,
    ),
    asking(
      ['address-above', 'An address above the field'],
      () => balance({ tokenAddress: tokens.STRK, userAddress: `0x${'f'.repeat(64)}` }),
      invalid,
    ),
    asking(
      ['calldata-word', 'A word in the calldata'],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: ['0x1', 'one'] }] }),
      invalid,
    ),
    asking(
      ['calldata-fraction', 'A fraction in the calldata'],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: [1.5] }] }),
      invalid,
    ),
    asking(
      ['calldata-negative', 'A negative number in the calldata'],
      (facts) => execute(facts, { calls: [{ ...pays(facts), calldata: ['-1'] }] }),
      invalid,
    ),
    asking(
      ['no-calls', 'A transaction without calls'],
      (facts) => execute(facts, { calls: [] }),
      invalid,
    ),
    asking(
      ['call-extra', 'A call with a field that does not exist'],
      (facts) => execute(facts, { calls: [{ ...pays(facts), value: '0x1' }] }),
      invalid,
    ),
    asking(
      ['entrypoint-space', 'An entry point that is no name'],
      (facts) => execute(facts, { calls: [{ ...pays(facts), entrypoint: 'transfer to' }] }),
      invalid,
    ),
    asking(
      ['deep', 'A list in a list, 100 times'],
      (facts) => execute(facts, { calls: [pays(facts)], abis: nested(100) }),
      malformed,
    ),
    asking(
      ['large', 'Two megabytes of text'],
      (facts) => execute(facts, { calls: [pays(facts)], abis: 'a'.repeat(big) }),
      malformed,
    ),
    asking(
      ['poisoned', 'A parameter that would change every object'],
      () => balance(JSON.parse('{"userAddress":{"__proto__":{"isAdmin":true}}}')),
      malformed,
    ),
    asking(
      ['message-undeclared', 'A message with a type that it does not declare'],
      (facts) => sign(facts, { ...text(facts.chainId, 'Hello'), types: { StarknetDomain: [] } }),
      invalid,
    ),
    asking(
      ['message-extra', 'A message with a field that would not be signed'],
      (facts) =>
        sign(facts, { ...text(facts.chainId, 'Hello'), message: { text: 'Hello', gift: '0x1' } }),
      invalid,
    ),
    asking(
      ['message-not-json', 'A message that is no JSON'],
      (facts) => sign(facts, '{"types":'),
      invalid,
    ),
    asking(
      ['hash-zero', 'A transaction hash that is no number'],
      ({ chainId }) => ({
        method: 'xnet_getTransactionStatus',
        params: { transactionHash: '0xg', chainId },
      }),
      invalid,
    ),
  ],
};
