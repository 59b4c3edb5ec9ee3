import {
  Button,
  Divider,
  Dropdown,
  Field,
  Form,
  Input,
  Option,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { explorerNames, explorerTitles } from '../schema/explorer';
import type { Network } from '../schema/network';

/** The explorer of each network by its title; null where none is set. */
export type ExplorerFacts = readonly { network: Network; explorer: string | null }[];

/** Names of the interactive parts; onUserInput answers to these. */
export const explorerParts = {
  form: 'explorer',
  networkField: 'explorerNetwork',
  nameField: 'explorerName',
  keyField: 'explorerKey',
  save: 'saveExplorer',
  remove: 'removeExplorer',
} as const;

/** Where history comes from besides the wallet. The key is asked for, and shown nowhere. */
export const HomeExplorer = ({ explorers }: { explorers: ExplorerFacts }) => (
  <Section>
    <Text fontWeight="medium">History</Text>
    <Divider />
    {explorers.map(({ network, explorer }) => (
      <Row label={network.name}>
        <Text>{explorer ?? 'Transfers told by nodes'}</Text>
      </Row>
    ))}
    <Form name={explorerParts.form}>
      <Field label="Network">
        <Dropdown name={explorerParts.networkField}>
          {explorers.map(({ network }) => (
            <Option value={network.chainId}>{network.name}</Option>
          ))}
        </Dropdown>
      </Field>
      <Field label="Explorer">
        <Dropdown name={explorerParts.nameField}>
          {explorerNames.map((name) => (
            <Option value={name}>{explorerTitles[name]}</Option>
          ))}
        </Dropdown>
      </Field>
      <Field label="Your key from the explorer (kept encrypted)">
        <Input name={explorerParts.keyField} type="password" />
      </Field>
      <Button type="submit" name={explorerParts.save}>
        Check and use this explorer
      </Button>
    </Form>
    <Button name={explorerParts.remove}>Use no explorer</Button>
  </Section>
);
