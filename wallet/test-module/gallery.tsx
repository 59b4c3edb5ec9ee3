// One dialog with every component that a module may use, and one that redraws itself.
import {
  Address,
  AddressInput,
  Avatar,
  Banner,
  Bold,
  Box,
  Button,
  Card,
  Checkbox,
  Container,
  Copyable,
  DateTimePicker,
  Divider,
  Dropdown,
  Field,
  FileInput,
  Footer,
  Form,
  Heading,
  Icon,
  Image,
  Input,
  Italic,
  Link,
  Option,
  Radio,
  RadioGroup,
  Row,
  Section,
  Selector,
  SelectorOption,
  Skeleton,
  type SnapComponent,
  Spinner,
  Text,
  Tooltip,
  Value,
} from '@metamask/snaps-sdk/jsx';

const account =
  'starknet:SN_SEPOLIA:0x04d07e40e93398ed3c76981e72dd1fd22557a78ce36c0515f679e27f0bb5bc5f';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"><path d="M2 20 20 14 38 17 56 8 74 12 92 5 118 9" fill="none" stroke="#3b6fb6" stroke-width="2"/></svg>';

export const Gallery: SnapComponent = () => (
  <Container>
    <Box>
      <Heading size="lg">Review transaction</Heading>
      <Text color="alternative" size="sm">
        app.example.org · Testnet (Sepolia) · Account 2
      </Text>
      <Banner title="High risk" severity="danger">
        <Text>
          This lets another account spend <Bold>any amount</Bold> of your USDC.
        </Text>
      </Banner>
      <Banner title="Calm network" severity="info">
        <Text>The fee is lower than usual.</Text>
      </Banner>
      <Section>
        <Heading size="sm">What changes</Heading>
        <Row label="You send" variant="warning" tooltip="Leaves your account">
          <Value value="12.5 STRK" extra="2.10 USD" />
        </Row>
        <Row label="You receive">
          <Value value="3.104 USDC" extra="3.10 USD" />
        </Row>
        <Row label="May spend" variant="critical">
          <Text color="error">unlimited USDC</Text>
        </Row>
        <Row label="To">
          <Address address={account} />
        </Row>
      </Section>
      <Box direction="horizontal" alignment="space-between">
        <Text fontWeight="bold">Expected fee</Text>
        <Text alignment="end">0.0021 STRK</Text>
      </Box>
      <Image src={picture} alt="Fee of the last 500 blocks" />
      <Card
        title="STRK"
        description="Starknet token"
        value="120.5"
        extra="20.24 USD"
        image={picture}
      />
      <Box direction="horizontal">
        <Avatar address={account} size="sm" />
        <Icon name="warning" color="primary" />
        <Icon name="check" />
        <Icon name="bridge" />
        <Spinner />
        <Tooltip content="It is what it costs at most.">
          <Text>Maximum</Text>
        </Tooltip>
      </Box>
      <Skeleton width={160} height={16} />
      <Copyable value="0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7" />
      <Copyable value="the secret word" sensitive />
      <Text>
        Read <Link href="https://docs.example.org/fees">about fees</Link>, it is{' '}
        <Italic>short</Italic>.
      </Text>
      <Divider />
      <Form name="fee">
        <Field label="Amount" error="More than you have">
          <Input name="amount" type="number" placeholder="0.0" />
        </Field>
        <Field label="Speed">
          <Dropdown name="speed">
            <Option value="slow">Slow</Option>
            <Option value="fast">Fast</Option>
          </Dropdown>
        </Field>
        <Field label="Token">
          <RadioGroup name="token">
            <Radio value="strk">STRK</Radio>
            <Radio value="eth">ETH</Radio>
          </RadioGroup>
        </Field>
        <Field label="Account">
          <Selector name="account" title="Choose an account">
            <SelectorOption value="one">
              <Card title="Account 1" value="12.5 STRK" />
            </SelectorOption>
            <SelectorOption value="two">
              <Card title="Account 2" value="0 STRK" />
            </SelectorOption>
          </Selector>
        </Field>
        <Field label="Recipient">
          <AddressInput name="recipient" chainId="starknet:SN_SEPOLIA" placeholder="0x…" />
        </Field>
        <Field label="Not before">
          <DateTimePicker name="when" type="datetime" />
        </Field>
        <Field label="Typed data">
          <FileInput name="file" />
        </Field>
        <Checkbox name="remember" label="Remember this choice" />
        <Checkbox name="hidden" label="Hide small balances" variant="toggle" />
      </Form>
    </Box>
    <Footer>
      <Button name="cancel" variant="destructive">
        Reject
      </Button>
      <Button name="go" type="submit" form="fee">
        Confirm
      </Button>
    </Footer>
  </Container>
);

type LiveState = { count: number; seen: string; isWaiting?: boolean; isDone?: boolean };

export const Live: SnapComponent<LiveState> = ({
  count,
  seen,
  isWaiting = false,
  isDone = false,
}) => (
  <Box>
    <Text>{`Drawn again ${count} times`}</Text>
    {count > 0 && <Text>{`Seen ${seen}`}</Text>}
    <Form name="note">
      <Field label="Note">
        <Input name="text" placeholder="Type here" />
      </Field>
      <Box direction="horizontal">
        <Button name="more">Draw again</Button>
        <Button name="break">Break</Button>
        <Button name="wait" disabled={isWaiting} loading={isWaiting}>
          Wait
        </Button>
        {!isDone && <Button name="done">Done</Button>}
        <Button name="send" type="submit">
          Send
        </Button>
      </Box>
    </Form>
  </Box>
);

/** A gap in an inner list of children: accepted by wallets, whose page it then ends. */
export const Gap: SnapComponent = () => (
  <Box>
    <Text>Before the gap</Text>
    {[[<Text>Within</Text>, null]]}
  </Box>
);
