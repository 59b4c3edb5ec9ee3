import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBlock, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { chainIds } from '../../src/schema/primitives';
import { siteParts } from '../../src/ui/home/sites';
import { getLinkName, homeParts } from '../../src/ui/home/view';
import { startChain } from '../chain/chain';
import { sessionMessage } from '../messages/sessionMessage';
import { listParts } from '../wallet/fakeDialogs';
import { openPage } from '../wallet/openPage';
import { openAccount } from './account';

const chainId = chainIds.sepolia;
const LISTED = 'Signatures that sites hold';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain();
}, 180_000);
afterAll(() => chain?.stop());

/** The list of sites of a user whose account has signed a session. */
async function openSites(addressIndex: number) {
  const { address, invoke, state } = await openAccount(chain.url, { addressIndex });
  const expires = Math.floor(Date.now() / 1_000) + 3_600;
  const typedDataMessage = sessionMessage({ expires });
  await invoke('xnet_signMessage', { typedDataMessage, signerAddress: address });
  const page = openPage({ sepoliaUrl: chain.url, stored: structuredClone(state) });
  await page.press(getLinkName('sites'));
  const findEnd = async () =>
    listParts(await page.tree()).find(({ props }) => String(props.name).startsWith(siteParts.end))
      ?.props.name;
  return { ...page, findEnd };
}

describe('a session that a site holds', () => {
  it('ends in a transaction of its account, and leaves the list once the chain says so', async () => {
    const { press, now, findEnd, module } = await openSites(63);
    const end = await findEnd();
    expect(end).toBeDefined();
    await press(String(end));
    expect(await now()).toContain('End a session that acts for this account');
    await createBlock(chain.url);
    await trackTransactions(module);
    await press(`${homeParts.go}main`);
    await press(getLinkName('sites'));
    expect(await now()).not.toContain(LISTED);
    expect(await module.signatures.alive(chainId, 0)).toEqual([]);
  });

  it('stays in the list if its account has not ended it', async () => {
    const { press, now, findEnd } = await openSites(64);
    await press(`${homeParts.go}main`);
    await press(getLinkName('sites'));
    expect(await now()).toContain(LISTED);
    expect(await findEnd()).toBeDefined();
  });
});
