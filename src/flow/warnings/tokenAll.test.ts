import { describe, expect, it } from '@jest/globals';
import {
  change,
  party,
  previewOf,
  strk,
  swap,
  tells,
  transfer,
  usdc,
} from '../../../test/review/subject';
import { tokenAll } from './tokenAll';

const { friend, stranger, router, eth } = party;
const send = (token: string, amount: string) => change('send', token, amount, stranger);

describe('tokenAll', () => {
  it('tells when all of a token leaves, by the simulation or by the calls', () => {
    const expected = ['caution: All of a token leaves'];
    expect(tells(tokenAll, { preview: previewOf(send(party.usdc, usdc(500))) })).toEqual(expected);
    const preview = { state: 'unknown', why: 'Offline' } as const;
    expect(tells(tokenAll, { preview, calls: [transfer(party.usdc, friend, usdc(500))] })).toEqual(
      expected,
    );
  });

  it('adds up what leaves in parts, and takes off what comes back', () => {
    const parts = [send(party.usdc, usdc(300)), send(party.usdc, usdc(200))];
    expect(tells(tokenAll, { preview: previewOf(...parts) })).toHaveLength(1);
    const back = change('receive', party.usdc, usdc(1), stranger);
    expect(tells(tokenAll, { preview: previewOf(...parts, back) })).toEqual([]);
  });

  it('warns when several tokens leave completely', () => {
    const preview = previewOf(send(party.usdc, usdc(500)), send(eth, strk(2)));
    expect(tells(tokenAll, { preview })).toEqual(['high: Several tokens leave completely']);
  });

  it('only notes a sale of everything at a listed exchange', () => {
    const sell = { token: party.usdc, amount: usdc(500) };
    const preview = previewOf(
      send(party.usdc, usdc(500)),
      change('receive', eth, strk(0.1), router),
    );
    const at = (place: string) =>
      tells(tokenAll, { preview, calls: [swap(place, sell, { token: eth, amount: strk(0.1) })] });
    expect(at(router)).toEqual(['info: All of a token leaves']);
    expect(at(stranger)).toEqual(['caution: All of a token leaves']);
  });

  it('is silent about parts, what was not read, collections, the fee token and own moves', () => {
    const preview = previewOf(
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
