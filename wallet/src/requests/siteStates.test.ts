import { describe, expect, it } from '@jest/globals';
import { createSiteStates } from './siteStates';

const SITE = 'http://site.example';
const OTHER = 'http://other.example';
const STRANGER = 'http://stranger.example';
const sepolia = '0x534e5f5345504f4c4941';
const mainnet = '0x534e5f4d41494e';

function openStates() {
  const states = createSiteStates((origin) => (origin === STRANGER ? null : `of ${origin}`));
  const tell = (origin: string, method: string, result: unknown, params?: object) =>
    states.note(origin, { request: { method, params } }, result);
  const placeOf = (origin: string) => {
    const { chainId, account } = states.of(origin);
    return [chainId, account];
  };
  return { states, tell, placeOf };
}

describe('how things stand for a site', () => {
  it('returns null before the module has answered', () => {
    expect(openStates().states.of(SITE)).toMatchObject({
      connection: `of ${SITE}`,
      chainId: null,
      account: null,
    });
  });

  it('returns the network that any site was told, and the account that this one was', () => {
    const { tell, placeOf } = openStates();
    tell(OTHER, 'xnet_getCurrentNetwork', { chainId: sepolia });
    tell(SITE, 'xnet_getCurrentAccount', { address: '0x1' });
    tell(OTHER, 'xnet_switchAccount', { address: '0x2' });
    expect(placeOf(SITE)).toEqual([sepolia, '0x1']);
    expect(placeOf(OTHER)).toEqual([sepolia, '0x2']);
  });

  it('returns nothing to a page that is not connected, whatever it was told before', () => {
    const { states, tell } = openStates();
    tell(SITE, 'xnet_getCurrentNetwork', { chainId: sepolia });
    tell(STRANGER, 'xnet_getCurrentAccount', { address: '0x1' });
    expect(states.of(STRANGER)).toEqual({ connection: null, chainId: null, account: null });
  });

  it('drops the account on another network until the module names it', () => {
    const { tell, placeOf } = openStates();
    tell(SITE, 'xnet_getCurrentAccount', { address: '0x1' });
    tell(OTHER, 'xnet_switchNetwork', true, { chainId: mainnet });
    expect(placeOf(SITE)).toEqual([mainnet, null]);
  });

  it.each([
    [sepolia, 'SN_SEPOLIA'],
    [sepolia, `0X${'0'.repeat(70)}534E5F5345504F4C4941`],
    [mainnet, 'sn_main'],
    [mainnet, '0x00534e5f4d41494E'],
  ])('returns the network %s if a site switched to %s', (network, spelled) => {
    const { tell, placeOf } = openStates();
    tell(OTHER, 'xnet_switchNetwork', true, { chainId: spelled });
    expect(placeOf(SITE)).toEqual([network, null]);
  });

  it('understands the older names alike', () => {
    const { tell, placeOf } = openStates();
    tell(SITE, 'starkNet_getCurrentNetwork', { chainId: sepolia });
    tell(SITE, 'starkNet_getCurrentAccount', { address: '0x1' });
    expect(placeOf(SITE)).toEqual([sepolia, '0x1']);
    tell(OTHER, 'starkNet_switchNetwork', true, { chainId: mainnet });
    expect(placeOf(SITE)).toEqual([mainnet, null]);
    tell(SITE, 'starkNet_switchAccount', { address: '0x2' });
    expect(placeOf(SITE)).toEqual([mainnet, '0x2']);
  });

  it('stays if a switch failed, or an answer names nothing', () => {
    const { states, tell, placeOf } = openStates();
    tell(SITE, 'xnet_switchNetwork', true, { chainId: sepolia });
    tell(SITE, 'xnet_switchAccount', { address: '0x1' });
    tell(SITE, 'xnet_switchNetwork', false, { chainId: mainnet });
    tell(SITE, 'xnet_getCurrentNetwork', { chainId: 1 });
    tell(SITE, 'xnet_getCurrentNetwork', null);
    tell(SITE, 'xnet_getCurrentAccount', null);
    tell(SITE, 'xnet_estimateFee', { chainId: mainnet, address: '0x2' });
    for (const params of [undefined, null, [], { request: 'xnet_switchNetwork' }])
      states.note(SITE, params, true);
    expect(placeOf(SITE)).toEqual([sepolia, '0x1']);
  });
});
