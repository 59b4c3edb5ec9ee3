import { Box, Button, Field, Form, Input, Section, Text } from '@metamask/snaps-sdk/jsx';
import { AddressLine, Ends, fitsLine, Note, SmallButton, Title } from '../review/draw';
import { ownName, type Say } from '../text/words';
import { aboutRecipient } from './send';
import type { Shown } from './shown';
import { drawTurns, type ListPage } from './turns';
import { getLinkName } from './view';

/** Buttons and forms about contacts; an address follows the name. */
export const contactParts = {
  /** Opens and closes the form that renames one. */
  unfold: 'page.contact.',
  rename: 'page.contactRenamed.',
  forget: 'page.contactForgotten.',
  /** The form that adds one, and its fields. */
  add: 'page.contactAdded',
  name: 'name',
  address: 'address',
} as const;

type Contact = { readonly address: string; readonly name: string };

export type ContactsFacts = {
  /** In the order in which they were saved. */
  contacts: ListPage<Contact>;
  /** Address of the contact whose form is open; empty for none. */
  open: string;
  /** True right after a form was accepted, which clears its fields. */
  isTaken: boolean;
};

const NAME_LIMIT = 32;

const drawRename = ({ address }: Contact, say: Say) => (
  <Form name={`${contactParts.rename}${address}`}>
    <Field label={say({ say: 'home.contactName' })}>
      <Input name={contactParts.name} />
    </Field>
    <Button type="submit" name={`${contactParts.rename}save`}>
      {say({ say: 'home.save' })}
    </Button>
  </Form>
);

const drawContact = (contact: Contact, { open }: ContactsFacts, say: Say) => {
  const { address, name } = contact;
  const who = ownName(name);
  const isOpen = open === address;
  const send = say({ say: 'home.do.sendTo', with: { who } }, NAME_LIMIT);
  const rename = isOpen
    ? say({ say: 'home.fold' })
    : say({ say: 'home.do.rename', with: { who } }, NAME_LIMIT);
  const forget = say({ say: 'home.send.forget', with: { name: who } }, NAME_LIMIT);
  const Buttons = fitsLine([send, rename, forget]) ? Ends : Box;
  return (
    <Section>
      <Title>{say(who, NAME_LIMIT)}</Title>
      <AddressLine label={say({ say: 'home.contactAddress' })} value={address} />
      <Buttons>
        <SmallButton name={getLinkName('send', aboutRecipient(address))}>{send}</SmallButton>
        <SmallButton name={`${contactParts.unfold}${address}`}>{rename}</SmallButton>
        <SmallButton name={`${contactParts.forget}${address}`}>{forget}</SmallButton>
      </Buttons>
      {isOpen && drawRename(contact, say)}
    </Section>
  );
};

/** Recipients to whom the user has given a name on this device. */
export const HomeContacts = ({ facts, say }: Shown<ContactsFacts>) => {
  const { contacts, isTaken } = facts;
  const cleared = isTaken ? '' : undefined;
  return (
    <Box>
      <Note>{say({ say: 'home.contactsText' })}</Note>
      {contacts.lines.length === 0 && (
        <Section>
          <Text color="alternative">{say({ say: 'home.noContacts' })}</Text>
        </Section>
      )}
      {contacts.lines.map((contact) => drawContact(contact, facts, say))}
      {drawTurns(contacts, say)}
      <Section>
        <Title>{say({ say: 'home.contactAdd' })}</Title>
        <Form name={contactParts.add}>
          <Field label={say({ say: 'home.contactName' })}>
            <Input name={contactParts.name} value={cleared} />
          </Field>
          <Field label={say({ say: 'home.contactAddress' })}>
            <Input name={contactParts.address} placeholder="0x…" value={cleared} />
          </Field>
          <Button type="submit" name={`${contactParts.add}.save`}>
            {say({ say: 'home.save' })}
          </Button>
        </Form>
      </Section>
    </Box>
  );
};
