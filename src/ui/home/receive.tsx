import {
  Banner,
  Box,
  Button,
  Dropdown,
  Field,
  Form,
  Image,
  Input,
  Link,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { Choice, drawWhole, Note, Title } from '../review/draw';
import type { Label } from '../review/facts';
import type { Say } from '../text/words';
import { type AccountFacts, drawObstacle } from './accounts';
import { qrCode } from './qr';
import type { Shown } from './shown';

/** The form that asks for a payment, and its fields. */
export const receiveParts = { ask: 'page.ask', token: 'token', amount: 'amount' } as const;

export type ReceiveFacts = Pick<AccountFacts, 'name' | 'address' | 'isDeployed' | 'obstacle'> & {
  network: Label;
  /** Page of a faucet; null on a network whose tokens are worth something. */
  faucet: string | null;
  tokens: readonly { address: string; symbol: Label }[];
  /** True if the list has more tokens than the menu. */
  hasMoreTokens: boolean;
  /** The request for a payment that the user made. */
  request: { link: string; amount: Label } | null;
};

/** Ways to add money, in plain words: no service beyond the network is part of the module. */
const drawWays = ({ faucet, network }: ReceiveFacts, say: Say) => (
  <Section>
    <Title>{say({ say: 'home.addMoney' })}</Title>
    {faucet === null ? (
      [
        <Note>{say({ say: 'home.fromExchange', with: { network } })}</Note>,
        <Note>{say({ say: 'home.fromBridge' })}</Note>,
      ]
    ) : (
      <Box>
        <Note>{say({ say: 'home.fromFaucet' })}</Note>
        <Text>
          <Link href={faucet}>{say({ say: 'home.faucet' })}</Link>
        </Text>
      </Box>
    )}
  </Section>
);

const drawRequest = ({ tokens, hasMoreTokens, request }: ReceiveFacts, say: Say) => (
  <Section>
    <Title>{say({ say: 'home.ask' })}</Title>
    <Form name={receiveParts.ask}>
      <Field label={say({ say: 'home.send.token' })}>
        <Dropdown name={receiveParts.token}>
          {tokens.map(({ address, symbol }) => (
            <Choice value={address} text={say(symbol, 32)} />
          ))}
        </Dropdown>
      </Field>
      <Field label={say({ say: 'home.send.amount' })}>
        <Input name={receiveParts.amount} placeholder="0" />
      </Field>
      <Button type="submit" name={`${receiveParts.ask}.make`}>
        {say({ say: 'home.askMake' })}
      </Button>
    </Form>
    {hasMoreTokens && <Note>{say({ say: 'home.tokensBeyondMenu' })}</Note>}
    {request === null ? null : (
      <Box>
        <Box center>
          <Title>{say({ say: 'home.asks', with: { amount: request.amount } })}</Title>
          <Image src={qrCode(request.link)} alt={say({ say: 'home.askQr' })} />
        </Box>
        {drawWhole(request.link)}
        <Note>{say({ say: 'home.askText' })}</Note>
      </Box>
    )}
  </Section>
);

/** The address of an account for whoever sends to it, and what they must know. */
export const HomeReceive = ({ facts, say }: Shown<ReceiveFacts>) => (
  <Box>
    <Section>
      <Box center>
        <Title>{say(facts.name, 32)}</Title>
        <Note>{say(facts.network)}</Note>
        <Image src={qrCode(facts.address)} alt={say({ say: 'home.qr' })} />
      </Box>
      {drawWhole(facts.address)}
      {drawObstacle(facts, say)}
    </Section>
    <Banner title={say({ say: 'home.onlyStarknet' })} severity="warning">
      <Text>{say({ say: 'home.onlyStarknetText', with: { network: facts.network } })}</Text>
    </Banner>
    {!facts.isDeployed && (
      <Section>
        <Title>{say({ say: 'home.notDeployed' })}</Title>
        <Note>{say({ say: 'home.notDeployedText' })}</Note>
      </Section>
    )}
    {facts.obstacle === undefined ? [drawWays(facts, say), drawRequest(facts, say)] : null}
  </Box>
);
