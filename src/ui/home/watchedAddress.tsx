import {
  Box,
  Button,
  Field,
  Form,
  Heading,
  Input,
  Link,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { drawWhole, Ends, fitsLine, Note, SectionTitle, SmallButton, Title } from '../review/draw';
import { ownName, type Say } from '../text/words';
import {
  type Balances,
  drawAge,
  drawHoldings,
  drawWorth,
  hasRounded,
  type Worth,
} from './balances';
import { drawFetched } from './fetched';
import type { Shown } from './shown';
import { getLinkName, homeParts } from './view';

/** Buttons and forms about watched addresses; an address follows the name. */
export const watchedParts = {
  /** The form that adds one, and its fields. */
  add: 'page.watch.add',
  name: 'name',
  address: 'address',
  rename: 'page.watch.rename.',
  stop: 'page.watch.stop.',
} as const;

/** An address that the user looks at and cannot sign with. */
export type WatchedLine = { readonly address: string; readonly name: string };

type WatchedDetails = WatchedLine & {
  /** Page of a known explorer; null on a local chain. */
  url: string | null;
  balances: Balances;
  total: Worth | undefined;
};

export type WatchedFacts = {
  /** The address in sight; null for the form that adds one. */
  details: WatchedDetails | null;
};

const NAME_LIMIT = 32;

const drawLine = ({ name, address }: WatchedLine, say: Say) => {
  const shownName = say(ownName(name), NAME_LIMIT);
  const details = say({ say: 'home.details' });
  const isBeside = shownName.split(' ').every((word) => fitsLine([word, details]));
  const Place = isBeside ? Ends : Box;
  return (
    <Place>
      <Title>{shownName}</Title>
      <SmallButton name={getLinkName('watchedAddress', address)}>{details}</SmallButton>
    </Place>
  );
};

/** The addresses that are watched, apart from the accounts, and the way to another one. */
export const drawWatchedAddresses = (lines: readonly WatchedLine[], say: Say) => [
  lines.length > 0 && <SectionTitle>{say({ say: 'home.watchedAddresses' })}</SectionTitle>,
  lines.length > 0 && <Section>{lines.map((line) => drawLine(line, say))}</Section>,
  <SmallButton name={getLinkName('watchedAddress')}>{say({ say: 'home.watch.add' })}</SmallButton>,
];

const drawForm = (say: Say) => (
  <Section>
    <Title>{say({ say: 'home.watch.add' })}</Title>
    <Note>{say({ say: 'home.watch.text' })}</Note>
    <Form name={watchedParts.add}>
      <Field label={say({ say: 'home.newName' })}>
        <Input name={watchedParts.name} />
      </Field>
      <Field label={say({ say: 'home.watch.address' })}>
        <Input name={watchedParts.address} placeholder="0x…" />
      </Field>
      <Button type="submit" name={`${watchedParts.add}.save`}>
        {say({ say: 'home.save' })}
      </Button>
    </Form>
  </Section>
);

const drawBalancesOf = ({ address, balances, total }: WatchedDetails, drawn: Drawn) => {
  const { isExact, say } = drawn;
  const account = { address, isDeployed: true };
  if (balances.of[address] === undefined && balances.state !== 'reading') return null;
  return (
    <Section>
      {drawAge(balances, drawn)}
      {drawWorth(balances.of[address] ?? [], total, drawn)}
      {drawHoldings({ account, balances, isExact, say }, total)}
      {hasRounded(balances) && (
        <SmallButton name={homeParts.exact}>
          {say({ say: isExact ? 'home.roundAmounts' : 'home.exactAmounts' })}
        </SmallButton>
      )}
    </Section>
  );
};

type Drawn = Pick<Shown<unknown>, 'isExact' | 'when' | 'say'>;

const drawRename = ({ address, name }: WatchedLine, say: Say) => (
  <Section>
    <Form name={`${watchedParts.rename}${address}`}>
      <Field label={say({ say: 'home.newName' })}>
        <Input name={watchedParts.name} placeholder={say(ownName(name), NAME_LIMIT)} />
      </Field>
      <Button type="submit" name={`${watchedParts.rename}save`}>
        {say({ say: 'home.rename' })}
      </Button>
    </Form>
  </Section>
);

/** An address to look at, with nothing that sends or signs, or the form that adds one. */
export const HomeWatchedAddress = ({ facts: { details }, ...drawn }: Shown<WatchedFacts>) => {
  const { say } = drawn;
  if (details === null) return drawForm(say);
  const { address, url, balances } = details;
  const name = ownName(details.name);
  return (
    <Box>
      <Section>
        <Heading size="md">{say({ say: 'home.watch.title', with: { name } }, NAME_LIMIT)}</Heading>
        <Note>{say({ say: 'home.watch.text' })}</Note>
        {drawWhole(address)}
        {url !== null && (
          <Text>
            <Link href={url}>{say({ say: 'home.explorer' })}</Link>
          </Text>
        )}
      </Section>
      {drawFetched(balances, getLinkName('watchedAddress', address), drawn)}
      {drawBalancesOf(details, drawn)}
      {drawRename(details, say)}
      <Section>
        <SmallButton name={`${watchedParts.stop}${address}`}>
          {say({ say: 'home.watch.stop', with: { name } }, NAME_LIMIT)}
        </SmallButton>
      </Section>
    </Box>
  );
};
