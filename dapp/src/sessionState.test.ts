import { describe, expect, it } from '@jest/globals';
import { nobody, reduceSession, type Session, type SessionEvent } from './sessionState';
import { describeFailure } from './wallet/failure';

const sepolia = '0x534e5f5345504f4c4941' as const;
const network = { name: 'Testnet (Sepolia)', chainId: sepolia };
const mainnet = { name: 'Mainnet', chainId: '0x534e5f4d41494e' as const };
const account = { address: '0x12', addressIndex: 0, deployHash: '0xd', sentHash: '0x5' };
const installed = { id: 'npm:@xnet/module', version: '0.1.0' } as Session['module'] & object;
const provider = { request: async () => null };
const wallet = { uuid: '1', name: 'W', rdns: 'org.example.w', icon: '', provider };
const failure = describeFailure(new Error('No node answers.'));

const entered: Session = {
  ...nobody,
  wallet,
  module: installed,
  network,
  account,
  balanceFri: 7n,
  deployed: true,
  resuming: false,
};
const remembered = (kept: object | null) => ({
  do: 'rememberAccount',
  chainId: sepolia,
  account: kept,
});

/** What an event changes of the session, and what it remembers. */
function after(event: SessionEvent, before: Partial<Session> = {}) {
  const start = { ...entered, ...before };
  const { state, effects } = reduceSession(start, event);
  const changed = Object.entries(state).filter(
    ([name, value]) => value !== start[name as keyof Session],
  );
  return { changed: Object.fromEntries(changed), effects };
}

describe('reduceSession', () => {
  it('keeps the wallet when it disconnects the page, and nothing else', () => {
    const { changed, effects } = after({ did: 'disconnect' });
    expect(changed).toEqual({
      module: null,
      network: null,
      account: null,
      balanceFri: null,
      deployed: null,
    });
    expect(effects).toEqual([]);
  });

  it('forgets the wallet over a reload when the user leaves it', () => {
    const { changed, effects } = after({ did: 'leave' });
    expect(changed).toMatchObject({ wallet: null, module: null, account: null });
    expect(effects).toEqual([{ do: 'forgetWallet' }]);
  });

  it('shows nothing of the last wallet when another is picked', () => {
    const other = { ...wallet, uuid: '2' };
    expect(after({ did: 'pick', wallet: other }).changed).toMatchObject({
      wallet: other,
      module: null,
      network: null,
      account: null,
    });
  });

  it('keeps the account on screen while its own network is read again', () => {
    const read = { isUnsafe: false, readsLocalChain: true, remembered: account };
    expect(after({ did: 'readNetwork', network: { ...network }, ...read }).changed).toEqual({
      network,
      readsLocalChain: true,
    });
  });

  it.each([
    ['another network', mainnet, account],
    ['another account', network, { ...account, address: '0x13' }],
    ['no account', network, undefined],
  ])('clears the account when %s is read', (_name, now, kept) => {
    const read = { isUnsafe: false, readsLocalChain: false, remembered: kept };
    expect(after({ did: 'readNetwork', network: now, ...read }).changed).toMatchObject({
      account: null,
      balanceFri: null,
      deployed: null,
    });
  });

  it('forgets an account that the module shows to this page no longer', () => {
    const { changed, effects } = after({ did: 'hideAccount', chainId: sepolia });
    expect(changed).toMatchObject({ account: null, unshared: true });
    expect(effects).toEqual([remembered(null)]);
  });

  it('remembers that an account was deployed once the chain says so', () => {
    const kept = { ...account, wasDeployed: true };
    const { changed, effects } = after({ did: 'enterAccount', account }, { account: null });
    expect(changed).toEqual({ account: kept });
    expect(effects).toEqual([remembered(kept)]);
  });

  it('begins anew when an account that was deployed is deployed no longer', () => {
    const was = { ...account, wasDeployed: true };
    const fresh = { ...account, deployHash: null, sentHash: null, wasDeployed: false };
    const { changed, effects } = after({ did: 'enterAccount', account: was }, { deployed: false });
    expect(changed).toEqual({ account: fresh, begunAnew: true });
    expect(effects).toEqual([remembered(fresh)]);
  });

  it('does not begin anew when no node says whether the account is deployed', () => {
    const was = { ...account, wasDeployed: true };
    expect(after({ did: 'enterAccount', account: was }, { deployed: null }).changed).toEqual({
      account: was,
    });
  });

  it('reads an adopted account anew, and remembers it', () => {
    const other = { ...account, address: '0x13' };
    const { changed, effects } = after({ did: 'adopt', account: other }, { unshared: true });
    expect(changed).toEqual({ account: other, balanceFri: null, deployed: null, unshared: false });
    expect(effects).toEqual([remembered(other)]);
  });

  it('remembers no account if no network is known', () => {
    expect(after({ did: 'setAccount', account: null }, { network: null }).effects).toEqual([]);
  });

  it('keeps what is known of the deployment when a node fails, but no balance', () => {
    expect(after({ did: 'failDeployed', failure }).changed).toEqual({ nodeFailure: failure });
    expect(after({ did: 'failBalance', failure }).changed).toEqual({
      nodeFailure: failure,
      balanceFri: null,
    });
  });

  it('takes a failure back when the node answers again', () => {
    expect(after({ did: 'readBalance', balanceFri: 8n }, { nodeFailure: failure }).changed).toEqual(
      { balanceFri: 8n, nodeFailure: null },
    );
  });
});
