import { AccountName } from '../../schema/account';
import { ContractAddress, sameFelt } from '../../schema/primitives';
import { readRecipient } from '../../starknet/recipient';
import { contactParts } from '../../ui/home/contacts';
import { paginate } from '../../ui/home/turns';
import { type Label, say } from '../../ui/text/words';
import { hasNamesake } from '../addresses/namesake';
import { arrangedTokens } from '../tokens/tokens';
import { tokenTable } from '../transactions/tokenTable';
import { nameOfToken } from '../transactions/words/amounts';
import { notTaken, readText } from './form';
import type { OpenPage, Part } from './part';

const CONTACTS_ON_PAGE = 20;

/** Contacts of the network in sight: they stay on this device. */
export const contactsPart: Part<'contacts'> = {
  async facts(module, { chainId, open, older }, { isTaken = false }) {
    const contacts = await module.recipients.list(chainId);
    return { contacts: paginate(contacts, older, CONTACTS_ON_PAGE), open, isTaken };
  },
  press: {
    [contactParts.unfold]: ({ view, show }, address) =>
      show({ open: view.open === address ? '' : address }),
    async [contactParts.forget](page, address) {
      await page.module.recipients.forget(page.view.chainId, address);
      await page.show({});
    },
  },
  submit: {
    [contactParts.rename]: rename,
    [contactParts.add]: add,
  },
};

/**
 * Keeps a name for an address on this device.
 * @returns the reason if it does not
 */
export async function saveRecipient(
  { module, view: { chainId } }: OpenPage,
  address: string,
  text: string,
): Promise<Label | undefined> {
  const name = text.trim();
  if (!AccountName.is(name)) return say('home.nameRule');
  if (await hasNamesake(module, chainId, { address, name })) return say('home.nameTaken');
  await module.recipients.save(chainId, { address, name });
  return undefined;
}

async function rename(page: OpenPage, address: string, value: unknown): Promise<void> {
  if (!ContractAddress.is(address)) return;
  const fault = await saveRecipient(page, address, readText(value, contactParts.name) ?? '');
  if (fault !== undefined) await page.show({}, { notice: notTaken(fault) });
  else await page.show({ open: '' });
}

async function add(page: OpenPage, _about: string, value: unknown): Promise<void> {
  const { address, fault: addressFault } = await readAddress(
    page,
    readText(value, contactParts.address) ?? '',
  );
  if (address === undefined) return page.show({}, { notice: notTaken(addressFault) });
  const fault = await saveRecipient(page, address, readText(value, contactParts.name) ?? '');
  if (fault !== undefined) return page.show({}, { notice: notTaken(fault) });
  // An address that had a name keeps its place in the list.
  const contacts = await page.module.recipients.list(page.view.chainId);
  const place = contacts.findIndex((contact) => sameFelt(contact.address, address));
  await page.show({ older: Math.floor(place / CONTACTS_ON_PAGE) }, { isTaken: true });
}

/** Reads an address that somebody could receive something at, or the reason why a text is none. */
export async function readAddress(
  page: OpenPage,
  text: string,
): Promise<{ address: string; fault?: never } | { address?: never; fault: Label }> {
  const read = readRecipient(text, page.view.chainId);
  if (read.kind !== 'address') return { fault: addressFault(read) };
  const fault = await tokenFault(page, read.address);
  if (fault !== undefined) return { fault };
  return { address: read.address };
}

/** Money that is sent to a token's own contract is lost. */
async function tokenFault({ module, view }: OpenPage, address: string): Promise<Label | undefined> {
  const tokens = await arrangedTokens(module, view.chainId);
  const token = tokens.find((one) => sameFelt(one.address, address));
  if (!token) return undefined;
  const table = await tokenTable(module, view.chainId);
  return say('home.send.isToken', {
    symbol: nameOfToken(token.address, table),
  });
}

type NoAddress = Exclude<ReturnType<typeof readRecipient>, { kind: 'address' }>;

/** Reason why a text is no address that a contact can have. */
export function addressFault(read: NoAddress): Label {
  switch (read.kind) {
    case 'fault':
      return say(`home.send.fault.${read.fault}`);
    case 'name':
      return say('home.contactNoStark');
    case 'typing':
      return say('home.send.digits', { count: String(read.digits) });
    case 'none':
      return say('home.send.digits', { count: '0' });
  }
}
