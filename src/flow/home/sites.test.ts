import { describe, expect, it } from '@jest/globals';
import { outsideMessage } from '../../../test/messages/outsideExecution';
import { sessionMessage } from '../../../test/messages/sessionMessage';
import { openPage } from '../../../test/wallet/openPage';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const SITE = 'https://shop.example';
const accounts = storedAccounts(chainId, 1);
const [address = ''] = accounts.map((one) => one.address);
const now = () => 1_800_000_000_000;
const offline = async () => new Response('', { status: 404 });
const stored = {
  plain: {
    accounts: { [chainId]: accounts },
    grants: { [SITE]: [{ chainId, address }] },
  },
};

/** The list of sites after a site has asked for signatures of these messages. */
async function openAfter(messages: readonly unknown[], user = () => true) {
  const page = openPage({ fetch: offline, stored, now, user });
  for (const typedDataMessage of messages)
    await page
      .invoke('xnet_signMessage', { typedDataMessage, signerAddress: address }, SITE)
      .catch(() => undefined);
  // A dialog leads away from the page.
  await page.reopen();
  await page.press(getLinkName('sites'));
  return page;
}

describe('the page of sites', () => {
  it('lists a session that a site holds, with account and end', async () => {
    const text = await (await openAfter([sessionMessage({ expires: 1_800_003_600 })])).now();
    for (const part of [
      'Signatures that sites hold',
      'May act for the account without asking again',
      'Session, signed by Account 1',
      'Ends 2027\u201101\u201115 09:00:00 UTC',
    ])
      expect(text).toContain(part);
  });

  it('lists signed calls that a site may have carried out', async () => {
    const text = await (
      await openAfter([outsideMessage({ version: '2', before: 1_800_003_600 })])
    ).now();
    expect(text).toContain('May have signed calls carried out');
  });

  it('lists nothing that the user refused', async () => {
    const text = await (await openAfter([sessionMessage()], () => false)).now();
    expect(text).not.toContain('Signatures that sites hold');
  });
});
