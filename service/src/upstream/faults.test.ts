import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classifyFault, type Fault } from './faults';

const calls = [
  'eth_call',
  'eth_getLogs',
  'eth_getBalance',
  'eth_sendRawTransaction',
  'eth_newMethod',
];
const numbers = [
  -32000,
  -32001,
  -32005,
  -32007,
  -32602,
  -32603,
  -32601,
  4444,
  3,
  429,
  402,
  401,
  1,
  undefined,
];
/** Whole messages of nodes, and pieces of these that a caller may write into a call. */
const words = [
  'daily request count exceeded, request rate limited',
  'daily request count exceeded',
  'monthly capacity limit exceeded',
  'Must be authenticated!',
  'invalid api key',
  'too many requests',
  'rate limit exceeded',
  'already known',
  'known transaction',
  'project ID request rate exceeded',
  'free tier',
  'missing trie node',
  'header not found',
  'unknown block',
  'the method eth_call does not exist/is not available',
  '/billing',
];
/** How nodes repeat what a caller wrote; the last one is nothing but that. */
const echoes: readonly ((text: string) => string)[] = [
  (text) => `invalid argument 0: json: cannot unmarshal "${text}" into Go value`,
  (text) => `${text}: not a valid address`,
  (text) => `invalid params: ${text}`,
  (text) => `unknown field \`${text}\`, expected one of \`to\``,
  (text) => text,
];

describe('classifyFault', () => {
  // @promise P30.1
  it('rests no node for a code by which some nodes refuse what the caller sent', () => {
    const codesOfMany = [-32000, -32001, -32003, -32004, -32005, -32007, -32008, -32009, -32012];
    const methods = fc.constantFrom(
      ...calls,
      'eth_estimateGas',
      'txpool_validate',
      'eth_sendBundle',
    );
    fc.assert(
      fc.property(methods, fc.constantFrom(...codesOfMany), fc.lorem(), (method, code, message) => {
        const fault = classifyFault({ method, params: [] }, { code, message });
        expect(['rate', 'quota', 'auth']).not.toContain(fault);
      }),
    );
  });

  // @promise P30.1
  it('classes no error by what the caller has written, wherever a node repeats it', () => {
    const text = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...words).map((word) => word.toUpperCase()),
      fc.string(),
      fc.tuple(fc.string(), fc.constantFrom(...words), fc.string()).map((all) => all.join('')),
    );
    const any = fc.record({
      method: fc.constantFrom(...calls),
      code: fc.constantFrom(...numbers),
      echo: fc.constantFrom(...echoes),
      text,
      isName: fc.boolean(),
    });
    fc.assert(
      fc.property(any, ({ method, code, echo, text: written, isName }) => {
        const of = (word: string): Fault => {
          const params = [isName ? { [word]: '0x' } : { topics: [[word]] }];
          return classifyFault({ method, params }, { code, message: echo(word) });
        };
        // A revert is its contract's and concerns only its caller.
        fc.pre(of(written) !== 'revert');
        expect(of(written)).toBe(of('plain'));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each<[Fault, string, object]>([
    [
      'quota',
      'eth_call',
      { code: -32005, message: 'daily request count exceeded, request rate limited' },
    ],
    ['rate', 'eth_call', { code: -32005, message: 'x', data: { rate: { backoff_seconds: 30 } } }],
    ['rate', 'eth_call', { code: -32007, message: '50/second request limit reached' }],
    ['rate', 'eth_call', { code: -32012, message: 'credits limited to 6000/sec' }],
    ['rate', 'trace_call', { code: -32009, message: 'x', data: { backoff_seconds: 2 } }],
    ['refused', 'eth_sendRawTransaction', { code: -32007, message: 'sender is not authorised' }],
    ['refused', 'eth_call', { code: -32009, message: 'Gas price below current base fee' }],
    ['refused', 'eth_estimateGas', { code: -32009, message: 'Gas price below current base fee' }],
    ['refused', 'eth_simulateV1', { code: -32012, message: 'credits of the sender' }],
    [
      'refused',
      'eth_getLogs',
      { code: -32005, message: 'Requested range exceeds maximum RPC range limit' },
    ],
    ['auth', 'eth_call', { code: -32600, message: 'Must be authenticated!' }],
    ['known', 'eth_sendRawTransaction', { code: -32000, message: 'already known' }],
    [
      'known',
      'eth_sendRawTransaction',
      { code: -32000, message: `known transaction: ${'ab'.repeat(32)}` },
    ],
    ['caller', 'eth_simulateV1', { code: -38010, message: 'nonce too low' }],
    ['refused', 'eth_getBalance', { code: -32000, message: 'missing trie node 12 (path )' }],
    ['revert', 'eth_call', { code: -32000, message: 'execution reverted: too many requests' }],
  ])('reads the words of nodes: %s', (fault, method, error) => {
    expect(classifyFault({ method, params: [] }, error)).toBe(fault);
  });
});
