import {
  Banner,
  Box,
  Button,
  Copyable,
  Divider,
  Dropdown,
  Field,
  Form,
  Heading,
  Input,
  Option,
  Row,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import type { Network } from '../schema/network';
import { type ExplorerFacts, HomeExplorer } from './homeExplorer';
import { HomeSites, type SiteFacts } from './homeSites';
import type { Notice } from './notice';
import { safeText } from './safeText';

export type HomeFacts = {
  network: string;
  accounts: readonly { name: string; address: string; kind: string; state: string }[];
  recent: readonly { what: string; status: string; reason: string | null }[];
  nodes: readonly { network: Network; hosts: readonly string[] }[];
  sites: readonly SiteFacts[];
  explorers: ExplorerFacts;
  notice?: Notice;
};

/** Names of the interactive parts; onUserInput answers to these. */
export const homeParts = {
  endpointForm: 'endpoint',
  networkField: 'network',
  urlField: 'url',
  save: 'saveEndpoint',
  reset: 'resetEndpoint',
} as const;

/** The module's own page. Draws from state alone, so it shows with every node down. */
export const HomePage = ({
  network,
  accounts,
  recent,
  nodes,
  sites,
  explorers,
  notice,
}: HomeFacts) => (
  <Box>
    <Heading>Xnet</Heading>
    {notice ? (
      <Banner title={safeText(notice.title)} severity={notice.severity}>
        <Text>{safeText(notice.text, 512)}</Text>
      </Banner>
    ) : null}
    <Section>
      <Row label="Network">
        <Text>{network}</Text>
      </Row>
    </Section>
    <Section>
      <Text fontWeight="medium">Accounts</Text>
      <Divider />
      {accounts.length === 0 ? (
        <Text color="muted">None yet. A site that you connect can ask to create one.</Text>
      ) : null}
      {accounts.map(({ name, address, kind, state }) => (
        <Box>
          <Row label={safeText(name, 32)}>
            <Text>{`${kind}, ${state}`}</Text>
          </Row>
          <Copyable value={address} />
        </Box>
      ))}
    </Section>
    <Section>
      <Text fontWeight="medium">Recent transactions</Text>
      <Divider />
      {recent.length === 0 ? <Text color="muted">None yet.</Text> : null}
      {recent.map(({ what, status, reason }) => (
        <Box>
          <Row label={safeText(what, 48)}>
            <Text>{status}</Text>
          </Row>
          {reason ? <Text color="error">{safeText(reason, 200)}</Text> : null}
        </Box>
      ))}
    </Section>
    <HomeSites sites={sites} />
    <Section>
      <Text fontWeight="medium">Nodes</Text>
      <Divider />
      {nodes.map((node) => (
        <Row label={node.network.name}>
          <Text>{node.hosts.length > 0 ? safeText(node.hosts.join(', ')) : 'Public nodes'}</Text>
        </Row>
      ))}
      <Form name={homeParts.endpointForm}>
        <Field label="Network">
          <Dropdown name={homeParts.networkField}>
            {nodes.map((node) => (
              <Option value={node.network.chainId}>{node.network.name}</Option>
            ))}
          </Dropdown>
        </Field>
        <Field label="Your own node (its address is kept encrypted)">
          <Input name={homeParts.urlField} placeholder="https://…" />
        </Field>
        <Button type="submit" name={homeParts.save}>
          Check and use this node
        </Button>
      </Form>
      <Button name={homeParts.reset}>Use the public nodes</Button>
    </Section>
    <HomeExplorer explorers={explorers} />
  </Box>
);
