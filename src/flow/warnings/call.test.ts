import { describe, expect, it } from '@jest/globals';
import {
  createAddressBook,
  createCall,
  createReview,
  inEnglish,
  party,
  tells,
  transfer,
} from '../../../test/review/subject';
import { abiDiffers, callUnknown, contractFirst } from './call';

const unread = { decoded: null };
const WARNING = 'caution: Call with unknown effect';

describe('callUnknown', () => {
  it('warns of a call that no ABI describes', () => {
    const call = { ...createCall(party.stranger, 'x'), ...unread };
    expect(tells(callUnknown, { calls: [call] })).toEqual([WARNING]);
    expect(
      tells(callUnknown, { calls: [{ ...createCall(party.router, 'x'), ...unread }] }),
    ).toEqual([WARNING]);
  });

  it('does not trust the shape of a transfer in an unknown contract alone', () => {
    const call = { ...transfer(party.meme, party.friend, '1'), ...unread };
    expect(tells(callUnknown, { calls: [call] })).toEqual([WARNING]);
  });

  it('ignores described calls, known acts of listed contracts and own accounts', () => {
    const calls = [
      createCall(party.stranger, 'x'),
      { ...transfer(party.usdc, party.friend, '1'), ...unread },
      { ...createCall(party.me, 'x'), ...unread },
    ];
    expect(tells(callUnknown, { calls })).toEqual([]);
  });
});

const call = createCall(party.router, 'swap');

describe('abiDiffers', () => {
  it('warns of a site that describes a call otherwise than the chain', () => {
    expect(tells(abiDiffers, { calls: [call, { ...call, siteAgrees: false }] })).toEqual([
      'caution: The site describes this differently',
    ]);
  });

  it('ignores agreement, and calls with nothing to compare', () => {
    expect(tells(abiDiffers, { calls: [call, { ...call, siteAgrees: true }] })).toEqual([]);
  });
});

const { stranger, router, usdc, friend, me } = party;

describe('contractFirst', () => {
  it('notes a contract that the account did not use before', () => {
    const calls = [createCall(stranger, 'claim')];
    expect(tells(contractFirst, { calls })).toEqual(['info: First time with this contract']);
    const [warning] = contractFirst(createReview({ calls }));
    expect(warning && inEnglish(warning.text)).toMatch(/used 0x( [0-9a-f]{4}){16} before/u);
  });

  it('ignores used, listed and own contracts, and tokens', () => {
    const calls = [
      createCall(router, 'claim'),
      createCall(me, 'claim'),
      transfer(usdc, friend, '1'),
    ];
    expect(tells(contractFirst, { calls })).toEqual([]);
    const addresses = createAddressBook({ used: { recipients: [], contracts: [stranger] } });
    expect(tells(contractFirst, { calls: [createCall(stranger, 'claim')], addresses })).toEqual([]);
    const tokens = {
      [party.meme]: { address: party.meme, symbol: null, decimals: null, verified: false },
    };
    expect(tells(contractFirst, { calls: [transfer(party.meme, friend, '1')], tokens })).toEqual(
      [],
    );
  });
});
