import { describe, expect, it } from '@jest/globals';
import type { SiteState } from '../protocol/siteState';
import { listEvents } from './events';

const sepolia = '0x534e5f5345504f4c4941';
const mainnet = '0x534e5f4d41494e';
const known: SiteState = { connection: '1', chainId: sepolia, account: '0x12' };
const lost = (reason: string) => new Error(reason);

/** What a page is told of a state that it reads after another one. */
const toldOf = (now: Partial<SiteState>, before: SiteState | null = known, isReached = true) =>
  listEvents({ known: before, isReached }, { ...known, ...now }, lost).map(([name, payload]) => [
    name,
    payload instanceof Error ? payload.message : payload,
  ]);

const connect = ['connect', { chainId: sepolia }];
const none: SiteState = { connection: null, chainId: null, account: null };

describe('listEvents', () => {
  it('tells nothing of a state that has not changed', () => {
    expect(toldOf({})).toEqual([]);
  });

  it('tells once that the wallet is reached', () => {
    expect(toldOf({}, null, false)).toEqual([connect]);
    expect(toldOf({}, known, false)).toEqual([connect]);
    expect(toldOf({}, none, false)).toEqual([connect]);
  });

  it('tells of a connection, and of its end after its accounts', () => {
    expect(toldOf({}, none)).toEqual([connect]);
    expect(toldOf(none)).toEqual([
      ['accountsChanged', []],
      ['disconnect', 'disconnected'],
    ]);
  });

  it('tells of another network before its account', () => {
    expect(toldOf({ chainId: mainnet, account: null })).toEqual([
      ['chainChanged', mainnet],
      ['accountsChanged', []],
    ]);
  });

  it('tells of no network that was unknown before', () => {
    expect(toldOf({}, { ...known, chainId: null })).toEqual([]);
  });

  it('tells the account anew when the site has connected anew', () => {
    expect(toldOf({ connection: '2' })).toEqual([['accountsChanged', ['0x12']]]);
  });
});
