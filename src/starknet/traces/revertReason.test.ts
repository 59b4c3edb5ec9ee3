import { describe, expect, it } from '@jest/globals';
import simulations from '../../../test/vectors/simulations.json';
import { revertReason } from './revertReason';

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
const panic = (...felts: string[]) => `Execution failed. Failure reason:\n(${felts.join(', ')}).\n`;
const recorded = (name: 'reverts' | 'noentry' | 'nocontract') =>
  simulations[name][0]?.transaction_trace.execute_invocation.revert_reason ?? '';

describe('the reason of a revert', () => {
  it.each([
    ['what the token said', recorded('reverts'), 'ERC20: insufficient balance'],
    ['what the system said', recorded('noentry'), 'ENTRYPOINT_NOT_FOUND'],
    [
      'the last line without a panic',
      recorded('nocontract'),
      'Requested contract address 0x0000000000000000000000000000000000000000000000000000000000000777 is not deployed.',
    ],
    [
      'felts as texts, what accounts put around left out',
      panic(hex('argent/multicall-failed'), '0x1', hex('Too much'), hex('ENTRYPOINT_FAILED')),
      'Too much',
    ],
    [
      'a text of any length',
      panic(
        '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3',
        '0x1',
        hex('Slippage: less than the least a'),
        hex('mount'),
        '0x5',
      ),
      'Slippage: less than the least amount',
    ],
    ['a text in quotes', 'Execution failed. Failure reason:\n"Sold out".', 'Sold out'],
    [
      'the message of a contract of Cairo 0',
      'Error at pc=0:1:\nError message: ERC20: amount is not a valid Uint256\nUnknown location\n',
      'ERC20: amount is not a valid Uint256',
    ],
    ['several ones, each once', panic(hex('one'), hex('two!'), hex('two!')), 'one, two!'],
    ['an empty text', '', ''],
  ])('returns %s', (_, told, reason) => {
    expect(revertReason(told)).toBe(reason);
  });

  // @promise P21.1
  it.each([
    ['a text in quotes', '"abc"'],
    ['a felt whose text has quotes', `${hex(`a'"b"`)} ('a'"b"')`],
  ])('finds the reason if a text of any length consists of %s', (_, part) => {
    const magic = '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3';
    expect(revertReason(panic(hex('Too much'), magic, '0x0', part, '0x3'))).toMatch(/^Too much/u);
  });

  it('shortens every reason to 160 characters', () => {
    expect(revertReason('a'.repeat(1_000))).toHaveLength(160);
    const hostile = panic(
      '0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3',
      `0x${'f'.repeat(62)}`,
    );
    expect(revertReason(hostile).length).toBeLessThanOrEqual(160);
  });
});
