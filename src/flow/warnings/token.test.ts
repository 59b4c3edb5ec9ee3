import { describe, expect, it } from '@jest/globals';
import {
  approve,
  approveAll,
  change,
  createAddressBook,
  createCall,
  createPreview,
  createReview,
  inEnglish,
  party,
  strk,
  swap,
  tells,
  transfer,
  usdc,
} from '../../../test/review/subject';
import { swapForAny, symbolLookAlike, tokenAll, tokenChanged, tokenUnknown } from './token';

describe('tokenAll', () => {
  const { friend, stranger, router, eth } = party;
  const send = (token: string, amount: string) => change('send', token, amount, stranger);

  it('warns when all of a token leaves, by the simulation or by the calls', () => {
    const expected = ['caution: You send all of a token'];
    expect(tells(tokenAll, { preview: createPreview(send(party.usdc, usdc(500))) })).toEqual(
      expected,
    );
    const preview = { state: 'unknown', why: 'Offline' } as const;
    expect(tells(tokenAll, { preview, calls: [transfer(party.usdc, friend, usdc(500))] })).toEqual(
      expected,
    );
  });

  it('adds up what leaves in parts, and takes off what comes back', () => {
    const parts = [send(party.usdc, usdc(300)), send(party.usdc, usdc(200))];
    expect(tells(tokenAll, { preview: createPreview(...parts) })).toHaveLength(1);
    const back = change('receive', party.usdc, usdc(1), stranger);
    expect(tells(tokenAll, { preview: createPreview(...parts, back) })).toEqual([]);
  });

  it('warns when several tokens leave completely', () => {
    const preview = createPreview(send(party.usdc, usdc(500)), send(eth, strk(2)));
    expect(tells(tokenAll, { preview })).toEqual(['high: You send all of several tokens']);
  });

  it('raises nothing for a move to another own account, and warns of all else beside it', () => {
    const { savings } = party;
    const move = [transfer(party.usdc, savings, usdc(500)), transfer(eth, savings, strk(2))];
    const sends = [
      change('send', party.usdc, usdc(500), savings),
      change('send', eth, strk(2), savings),
    ];
    const preview = createPreview(...sends);
    expect(tells(tokenAll, { calls: move, preview })).toEqual([]);
    expect(tells(tokenAll, { calls: move, preview: { state: 'unknown', why: 'Offline' } })).toEqual(
      [],
    );
    const high = ['high: You send all of several tokens'];
    const more = [...move, approve(party.usdc, stranger, '5')];
    expect(tells(tokenAll, { calls: more, preview })).toEqual(high);
    const elsewhere = createPreview(...sends, change('send', party.meme, '1', stranger));
    expect(tells(tokenAll, { calls: move, preview: elsewhere })).toEqual(high);
    const away = [transfer(party.usdc, savings, usdc(500)), transfer(eth, friend, strk(2))];
    expect(tells(tokenAll, { calls: away, preview })).toEqual(high);
    const accounts = createAddressBook().accounts.map((one) => ({
      ...one,
      obstacle: 'guardian' as const,
    }));
    const addresses = createAddressBook({ accounts });
    expect(tells(tokenAll, { calls: move, preview, addresses })).toEqual(high);
  });

  it('ignores a transfer of a piece, and of nobody’s own tokens, to an own account as a move', () => {
    const { savings, punks } = party;
    const move = transfer(party.usdc, savings, usdc(500));
    const preview = createPreview(change('send', party.usdc, usdc(500), savings));
    const expected = ['caution: You send all of a token'];
    for (const transferCall of [
      transfer(punks, savings, '1', { standard: 'erc721', tokenId: '7' }),
      transfer(party.usdc, savings, '1', { from: stranger }),
    ])
      expect(tells(tokenAll, { calls: [move, transferCall], preview })).toEqual(expected);
    expect(tells(tokenAll, { calls: [], preview })).toEqual(expected);
  });

  it('notes a sale of everything at a listed exchange, and warns of it elsewhere', () => {
    const sell = { token: party.usdc, amount: usdc(500) };
    const preview = createPreview(
      send(party.usdc, usdc(500)),
      change('receive', eth, strk(0.1), router),
    );
    const at = (place: string, amount = strk(0.1)) =>
      tells(tokenAll, { preview, calls: [swap(place, sell, { token: eth, amount })] });
    expect(at(router)).toEqual(['info: You send all of a token']);
    for (const loud of [at(stranger), at(router, '0')])
      expect(loud).toEqual(['caution: You send all of a token']);
  });

  // @promise T9.3
  it('counts what the calls order, whatever the simulation and a swap elsewhere tell', () => {
    const calls = [transfer(party.usdc, friend, usdc(500))];
    const expected = ['caution: You send all of a token'];
    const back = change('receive', party.usdc, usdc(500), stranger);
    for (const preview of [
      createPreview(),
      createPreview(back),
      createPreview(send(party.usdc, usdc(1))),
    ])
      expect(tells(tokenAll, { calls, preview })).toEqual(expected);
    const gain = { token: party.usdc, amount: usdc(900) };
    const made = swap(stranger, { token: eth, amount: '1' }, gain);
    const offline = { state: 'unknown', why: 'Offline' } as const;
    for (const preview of [createPreview(), offline])
      expect(tells(tokenAll, { calls: [made, ...calls], preview })).toEqual(expected);
  });

  it('subtracts the minimum of a swap at a listed exchange, unless another account gets it', () => {
    const gain = { token: party.usdc, amount: usdc(900) };
    const made = swap(router, { token: eth, amount: '1' }, gain);
    const calls = [made, transfer(party.usdc, friend, usdc(500))];
    expect(tells(tokenAll, { calls })).toEqual([]);
    const elsewhere = { ...made, meaning: { ...made.meaning, to: stranger } as never }; // a swap
    expect(tells(tokenAll, { calls: [elsewhere, ...calls.slice(1)] })).toHaveLength(1);
  });

  it('ignores parts, what was not read, collections, the fee token and own moves', () => {
    const preview = createPreview(
      send(party.usdc, usdc(499)),
      send(party.meme, '5'),
      send(party.strk, strk(100)),
      change('send', party.punks, '1', stranger, { standard: 'erc721', tokenId: '7' }),
    );
    expect(tells(tokenAll, { preview })).toEqual([]);
    const unknown = { state: 'unknown', why: 'Offline' } as const;
    const calls = [
      transfer(party.usdc, party.me, usdc(500)),
      transfer(eth, friend, strk(2), { from: stranger }),
    ];
    expect(tells(tokenAll, { preview: unknown, calls })).toEqual([]);
  });
});

describe('swapForAny', () => {
  const { eth } = party;
  const sell = { token: party.usdc, amount: usdc(500) };
  const told = (...calls: ReturnType<typeof swap>[]) => tells(swapForAny, { calls });
  const warned = ['caution: The swap has hardly any minimum'];

  // @promise T15.2
  it('warns of a swap that takes whatever comes out, at listed exchanges, too', () => {
    for (const place of [party.router, party.stranger])
      expect(told(swap(place, sell, { token: eth, amount: '0' }))).toEqual(warned);
  });

  it('ignores a swap with a minimum', () => {
    expect(told(swap(party.router, sell, { token: eth, amount: '1' }))).toEqual([]);
  });

  it('holds the minimum against what would come out now', () => {
    const preview = createPreview(
      change('send', party.usdc, usdc(500), party.router),
      change('receive', eth, strk(0.1), party.router),
    );
    const warnedOf = (amount: string) =>
      tells(swapForAny, { preview, calls: [swap(party.router, sell, { token: eth, amount })] });
    for (const amount of ['0', '1', strk(0.01)]) expect(warnedOf(amount)).toEqual(warned);
    for (const amount of [strk(0.011), strk(0.09)]) expect(warnedOf(amount)).toEqual([]);
  });

  it('reads the minimum from the call that collects the outcome', () => {
    const unbound = swap(party.router, sell, { token: eth, amount: '0' });
    const collect = (amount: string) =>
      createCall(party.router, 'clear_minimum', {
        kind: 'act',
        act: 'clear',
        contract: party.router,
        name: null,
        quantities: [{ token: eth, amount }],
      });
    expect(told(unbound, collect(strk(0.1)))).toEqual([]);
    expect(told(unbound, collect('0'))).toEqual(warned);
  });
});

describe('tokenUnknown', () => {
  const { meme, punks, usdc, friend, stranger, router } = party;
  const sell = { token: usdc, amount: '5' };
  const unverified = { address: meme, symbol: 'MEME', decimals: 18, verified: false };

  // @promise T10.2
  it('warns of an unknown token that is bought or received', () => {
    const expected = 'caution: You would get an unknown token';
    const calls = [swap(router, sell, { token: meme, amount: '5' })];
    expect(tells(tokenUnknown, { calls })).toEqual([expected]);
    const preview = createPreview(change('receive', meme, '5', stranger));
    const tokens = { ...createReview().tokens, [meme]: unverified };
    expect(tells(tokenUnknown, { preview, tokens })).toEqual([expected]);
  });

  it('notes one that is sent, allowed or named, and collections', () => {
    const known = createCall(router, 'deposit', {
      kind: 'act',
      contract: router,
      name: 'AVNU',
      act: 'deposit',
      quantities: [{ token: meme, amount: '5' }],
    });
    for (const call of [
      transfer(meme, friend, '5'),
      approve(meme, router, '5'),
      approveAll(punks, router),
      transfer(punks, friend, '1', { standard: 'erc721', tokenId: '7' }),
      known,
    ])
      expect(tells(tokenUnknown, { calls: [call] })).toEqual(['info: Unknown token']);
    const preview = createPreview(change('receive', punks, '1', stranger, { standard: 'erc721' }));
    expect(tells(tokenUnknown, { preview })).toEqual(['info: Unknown token']);
  });

  it('warns of a token once, whether a call, the simulation or both name it', () => {
    const calls = [approve(meme, router, '5'), transfer(`0x0${meme.slice(2)}`, friend, '5')];
    const preview = createPreview(change('allow', meme, '5', router));
    expect(tells(tokenUnknown, { calls, preview })).toEqual(['info: Unknown token']);
  });

  it('ignores listed and verified tokens', () => {
    const calls = [
      transfer(usdc, friend, '5'),
      approve(usdc, router, '5'),
      swap(router, sell, { token: party.eth, amount: '5' }),
    ];
    expect(tells(tokenUnknown, { calls })).toEqual([]);
    const tokens = { [meme]: { ...unverified, verified: true } };
    expect(tells(tokenUnknown, { calls: [transfer(meme, friend, '5')], tokens })).toEqual([]);
  });
});

describe('symbolLookAlike', () => {
  const { meme, friend, usdc } = party;
  const named = (symbol: string | null, verified = false) => ({
    calls: [transfer(meme, friend, '5')],
    tokens: { ...createReview().tokens, [meme]: { address: meme, symbol, decimals: 18, verified } },
  });

  it.each(['USDC', 'USDC.e', 'usdc', 'USDС', 'U5DC', 'ЅTRK', 'E T H', 'USD₮'])(
    'warns of %s',
    (symbol) => {
      expect(tells(symbolLookAlike, named(symbol))).toEqual(['high: Token imitates a known one']);
    },
  );

  // @promise T3.1
  it('names the token that is imitated', () => {
    const [warning] = symbolLookAlike(createReview(named('ЅTRK')));
    expect(warning && inEnglish(warning.text)).toContain('calls itself ЅTRK, much like STRK,');
  });

  it('warns of one that the simulation brings, and of an imitated verified token', () => {
    const { tokens } = named('USDC');
    const preview = createPreview(change('receive', meme, '5', friend));
    const calls = [transfer(meme, friend, '5')];
    expect(tells(symbolLookAlike, { tokens, preview, calls })).toHaveLength(1);
    const other = { address: party.punks, symbol: 'MEME', decimals: 18, verified: true };
    const both = { ...named('M3ME').tokens, [party.punks]: other };
    expect(tells(symbolLookAlike, { ...named('M3ME'), tokens: both })).toHaveLength(1);
  });

  it.each(['sSTRK', 'stETH', 'LUSD', 'SLAY', 'NSTR', ''])('raises nothing for %s', (symbol) => {
    expect(tells(symbolLookAlike, named(symbol))).toEqual([]);
  });

  it('ignores the listed tokens themselves, verified ones and those without a symbol', () => {
    expect(tells(symbolLookAlike, { calls: [transfer(usdc, friend, '5')] })).toEqual([]);
    expect(tells(symbolLookAlike, named('USDC', true))).toEqual([]);
    expect(tells(symbolLookAlike, named(null))).toEqual([]);
  });
});

describe('tokenChanged', () => {
  it('warns of another name, and more of other decimals', () => {
    const was = { symbol: 'MEME', decimals: 18 };
    const severityOf = (more: Partial<{ symbol: string; decimals: number | null }>) =>
      tokenChanged(
        createReview({ tokenNews: [{ token: party.meme, was, now: { ...was, ...more } }] }),
      ).map(({ severity }) => severity);
    expect(severityOf({ symbol: 'USDC' })).toEqual(['caution']);
    expect(severityOf({ decimals: 6 })).toEqual(['high']);
    expect(severityOf({ decimals: null })).toEqual(['high']);
  });
});
