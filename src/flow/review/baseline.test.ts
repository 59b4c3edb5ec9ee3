import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Lies, type Move, openPlay, type Play } from '../../../test/review/reviewPlay';

const honest: Lies = { price: 1_000, gas: 1_000, quote: 1_000, sent: 1_000, allowed: 1_000 };
const slow: Move = { act: 'speed', value: 'slow' };
const fast: Move = { act: 'speed', value: 'fast' };
const ether: Move = { act: 'payWith', value: 'ether' };
const own: Move = { act: 'payWith', value: 'own' };
const less: Move = { act: 'allow', value: 5 };

const GROWN = 'You could lose more than before';

describe('a choice of the user', () => {
  let dialog: Play;
  beforeAll(async () => {
    dialog = await openPlay();
  });
  afterAll(() => dialog.stop());

  // @promise P7.3
  it.each<[string, (readonly [Partial<Lies>, Move])[], string]>([
    [
      'less is allowed while the price of gas is raised',
      [[{ price: 400_000 }, less]],
      'Maximum fee: was 0.0225 STRK, now 9 STRK',
    ],
    [
      'less is allowed while the amount of gas is raised',
      [[{ gas: 800_000 }, less]],
      'Maximum fee: was 0.0225 STRK, now 18 STRK',
    ],
    [
      'a slower speed is picked after the price has risen',
      [
        [{ price: 400_000 }, { act: 'refresh' }],
        [{ price: 400_000 }, slow],
      ],
      'Maximum fee: was 0.0144 STRK, now 5.76 STRK',
    ],
    [
      'a paymaster quotes anew while less is allowed',
      [
        [{}, ether],
        [{ quote: 2_500 }, less],
      ],
      'Maximum fee: was 0.00003 ETH, now 0.000075 ETH',
    ],
    [
      'a paymaster is left and chosen again',
      [
        [{}, ether],
        [{}, own],
        [{ quote: 2_500 }, ether],
      ],
      'Maximum fee: was 0.00003 ETH, now 0.000075 ETH',
    ],
    [
      'the first quote is far above the fee that was shown',
      [[{ quote: 2_500 }, ether]],
      'Maximum fee: was 0.0225 STRK, now 0.075 STRK',
    ],
    [
      'the own fee is raised first, for the quote to look small beside it',
      [
        [{ price: 400_000 }, { act: 'refresh' }],
        [{ price: 400_000, quote: 100_000 }, ether],
      ],
      'Maximum fee: was 0.0225 STRK, now 3 STRK',
    ],
    [
      'the simulation then allows what the user has taken away',
      [
        [{}, less],
        [{ allowed: 2_100 }, { act: 'refresh' }],
      ],
      'You allow: was 5 STRK, now 10.5 STRK',
    ],
  ])('hides nothing that has grown: %s', async (_, moves, line) => {
    const told = moves.map(([lies, move]) => [{ ...honest, ...lies }, move] as const);
    const { signed, shown } = await dialog.play(honest, told, 'chain');
    const [banner] = shown.warnings;
    expect(banner).toMatchObject({ title: GROWN, severity: 'danger' });
    expect(banner?.text.replaceAll('≈ ', '')).toContain(line);
    expect(signed).toBeNull();
  });

  // @promise P7.1
  it.each<[string, (readonly [Partial<Lies>, Move])[]]>([
    ['a faster speed', [[{}, fast]]],
    [
      'a slower speed and back',
      [
        [{}, slow],
        [{}, fast],
      ],
    ],
    ['a paymaster', [[{}, ether]]],
    [
      'a paymaster and back',
      [
        [{}, ether],
        [{}, own],
      ],
    ],
    [
      'less to allow, and more again',
      [
        [{}, { act: 'allow', value: 1 }],
        [{}, { act: 'allow', value: 9 }],
      ],
    ],
  ])('warns of no growth after %s', async (_, moves) => {
    const told = moves.map(([lies, move]) => [{ ...honest, ...lies }, move] as const);
    const { signed, shown } = await dialog.play(honest, told, 'chain');
    expect(shown.warnings.map(({ title }) => title)).not.toContain(GROWN);
    expect(signed).not.toBeNull();
  });
});

describe('a fee that only its taker puts a price on', () => {
  let dialog: Play;
  beforeAll(async () => {
    dialog = await openPlay();
  });
  afterAll(() => dialog.stop());
  const play = (...moves: (readonly [Partial<Lies>, Move])[]) => {
    const told = moves.map(([lies, move]) => [{ ...honest, ...lies }, move] as const);
    return dialog.play(honest, told, 'nobody');
  };

  // @promise P20.2
  it('warns and needs the tick, however much the paymaster calls it', async () => {
    // 5 ETH, which it calls 0.03 STRK.
    const { signed, shown } = await play([{ quote: 5_000 * 33_334 }, ether]);
    expect(signed).toBeNull();
    expect(shown.warnings[0]).toMatchObject({
      title: 'High risk: No independent price for the fee',
      text: expect.stringContaining('only the paymaster says what that is worth'),
      severity: 'danger',
    });
  });

  // @promise P20.2
  it('needs no other tick for the same amount, and one for any other', async () => {
    const tick: Move = { act: 'tick' };
    const again = await play([{}, ether], [{}, tick], [{}, own], [{}, ether]);
    expect(again.signed).not.toBeNull();
    const more = await play([{}, ether], [{}, tick], [{}, own], [{ quote: 1_001 }, ether]);
    expect(more.signed).toBeNull();
  });

  it('shows a price and needs no tick if the chain has an oracle', async () => {
    const { signed, shown } = await dialog.play(honest, [[honest, ether]], 'chain');
    expect(shown.warnings.map(({ title }) => title)).toEqual([
      'Take care: Approval for an unknown contract',
    ]);
    expect(signed).not.toBeNull();
  });
});
