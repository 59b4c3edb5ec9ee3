import { describe, expect, it } from '@jest/globals';
import { openPage } from '../../../test/wallet/openPage';
import { sendingAccounts } from '../../../test/wallet/openSend';
import { sepolia } from '../../networks/sepolia';
import { chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { contactParts } from '../../ui/home/contacts';
import { aboutRecipient, sendParts } from '../../ui/home/send';
import { getLinkName, homeParts } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const anna = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const offline = async () => new Response('', { status: 404 });

async function openContacts() {
  const stored = { plain: { accounts: { [chainId]: sendingAccounts } } };
  const page = openPage({ fetch: offline, stored });
  await page.press(getLinkName('contacts'));
  const add = (name: string, address: string) =>
    page.input({ type: 'FormSubmitEvent', name: contactParts.add, value: { name, address } });
  const rename = (name: string) =>
    page.input({
      type: 'FormSubmitEvent',
      name: `${contactParts.rename}${anna}`,
      value: { name },
    });
  return { ...page, add, rename, saved: () => page.module.recipients.list(chainId) };
}

describe('the page of contacts', () => {
  it('adds, renames and forgets one', async () => {
    const { add, rename, press, saved, now } = await openContacts();
    expect(await now()).toContain('No contacts yet.');
    await add(' Anna ', anna);
    expect(await saved()).toEqual([{ address: anna, name: 'Anna' }]);
    await press(`${contactParts.unfold}${anna}`);
    await rename('Anna B.');
    expect(await saved()).toEqual([{ address: anna, name: 'Anna B.' }]);
    await press(`${contactParts.forget}${anna}`);
    expect(await saved()).toEqual([]);
  });

  it('lists twenty at a time, and turns to a contact that is added', async () => {
    const { add, press, now, module } = await openContacts();
    const addressOf = (index: number) => toAddress(0x777n * 16n ** 60n + BigInt(index));
    for (let index = 0; index < 44; index += 1)
      await module.recipients.save(chainId, { address: addressOf(index), name: `Friend ${index}` });
    await press(getLinkName('contacts'));
    expect(await now()).toContain('Next (24 more)');
    expect(await now()).not.toContain('"Friend 20"');
    await press(`${homeParts.turn}1`);
    expect(await now()).toContain('"Friend 20"');
    await add('Anna', anna);
    expect(await now()).toContain('"Anna"');
    expect(await now()).toContain('"Friend 40"');
    expect(await now()).not.toContain('Next');
    await add('Berta', addressOf(3));
    expect(await now()).toContain('"Berta"');
    expect(await now()).toContain('Next (25 more)');
  });

  it('opens the form that sends, to one of them', async () => {
    const { add, press, now, module } = await openContacts();
    await add('Anna', anna);
    await press(getLinkName('send', aboutRecipient(anna)));
    expect(await now()).toContain('Anna');
    expect(await module.dialogs.formState('interface-0', sendParts.form)).toMatchObject({
      to: anna,
    });
  });

  it.each([
    ['no name', '', anna, 'A name has 1 to 32 characters.'],
    ['a name of an own account', 'Account 1', anna, 'Another of your addresses has this name'],
    ['a part of an address', 'Anna', '0x64b4', 'An address has 64 digits'],
    ['nothing', 'Anna', '', 'So far: 0'],
    ['an Ethereum address', 'Anna', `0x${'a'.repeat(40)}`, 'This is an Ethereum address'],
    ['a name of the network', 'Anna', 'anna.stark', 'can lead elsewhere later'],
    ['a token', 'Anna', sepolia.tokens.USDC.address, 'USDC'],
  ])('refuses %s, and says why', async (_, name, address, reason) => {
    const { add, saved, now } = await openContacts();
    await add(name, address);
    expect(await saved()).toEqual([]);
    expect(await now()).toContain(reason);
  });

  it('refuses a new name that another contact has', async () => {
    const { add, rename, saved, now } = await openContacts();
    await add('Ben', '0x0123456789012345678901234567890123456789012345678901234567890123');
    await add('Anna', anna);
    await rename('Ben');
    expect((await saved()).map(({ name }) => name)).toEqual(['Ben', 'Anna']);
    expect(await now()).toContain('Another of your addresses has this name');
  });
});
