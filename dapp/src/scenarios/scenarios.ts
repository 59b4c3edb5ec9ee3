import { approve, transfer } from '../chain/calls';
import { malformed, order, outsideExecution, session } from './messages';

/** The values that the requests contain. */
export type Facts = {
  readonly account: string;
  readonly chainId: string;
  /** Another account, if one is known. */
  readonly recipient: string;
  readonly nowSeconds: number;
  /** Creates a class that is not declared yet; null without a local chain. */
  readonly makeClass: (() => Promise<object>) | null;
};

export type Scenario = {
  readonly id: string;
  readonly title: string;
  /** What to look for in the wallet. */
  readonly lead: string;
  readonly method: string;
  readonly params: (facts: Facts) => object | Promise<object>;
  readonly needsLocalChain?: true;
};

const strk = 10n ** 18n;
const unlimited = 2n ** 256n - 1n;
/** Nobody's address: an allowance for an account of one's own would be no risk. */
const stranger = '0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405';
const hour = 3_600;

const executes =
  (calls: (facts: Facts) => object[]) =>
  (facts: Facts): object => ({
    address: facts.account,
    calls: calls(facts),
    chainId: facts.chainId,
  });
const signs =
  (message: (facts: Facts) => object) =>
  (facts: Facts): object => ({
    typedDataMessage: message(facts),
    signerAddress: facts.account,
    chainId: facts.chainId,
  });

/** One scenario for each kind of dialog, one click each. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'transfer',
    title: 'Transfer',
    lead: 'Sends 1.5 STRK: what leaves, who gets it and the fee.',
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [transfer(recipient, (strk * 3n) / 2n)]),
  },
  {
    id: 'multicall',
    title: 'Several calls at once',
    lead: 'An allowance and two transfers in one transaction: all succeed or none does.',
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [
      approve(recipient, 2n * strk),
      transfer(recipient, strk),
      transfer(recipient, strk / 2n),
    ]),
  },
  {
    id: 'unlimited',
    title: 'Unlimited approval',
    lead: 'Lets someone else spend all STRK of the account, now and later. The wallet should make that hard to miss.',
    method: 'xnet_executeTxn',
    params: executes(() => [approve(stranger, unlimited)]),
  },
  {
    id: 'failing',
    title: 'Call that fails',
    lead: 'Sends a billion STRK, which the account does not have: the preview says that it would fail, and why.',
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [transfer(recipient, 10n ** 9n * strk)]),
  },
  {
    id: 'outside',
    title: 'Outside execution',
    lead: 'Asks for a signature that is a transfer: anyone who has it can carry it out within the hour.',
    method: 'xnet_signMessage',
    params: signs(({ recipient, chainId, nowSeconds }) =>
      outsideExecution(transfer(recipient, strk), chainId, {
        after: nowSeconds - 60,
        before: nowSeconds + hour,
      }),
    ),
  },
  {
    id: 'session',
    title: 'Session key',
    lead: 'Lets a key of this site call transfer on STRK for a day without asking again.',
    method: 'xnet_signMessage',
    params: signs(({ chainId, nowSeconds }) => session(chainId, nowSeconds + 24 * hour)),
  },
  {
    id: 'order',
    title: 'Exchange order',
    lead: 'Signs that 10 STRK may be sold for at least 0.001 ETH; no transaction yet.',
    method: 'xnet_signMessage',
    params: signs(({ account, chainId, nowSeconds }) =>
      order(account, chainId, nowSeconds + hour, { sells: 10n * strk, buys: strk / 1_000n }),
    ),
  },
  {
    id: 'malformed',
    title: 'Malformed message',
    lead: 'Typed data that does not declare one of its types: refused before any dialog.',
    method: 'xnet_signMessage',
    params: signs(({ chainId }) => malformed(chainId)),
  },
  {
    id: 'declare',
    title: 'Declare a class',
    lead: 'A class that this chain does not have yet, made from one that it has.',
    method: 'xnet_declareContract',
    needsLocalChain: true,
    params: async ({ account, chainId, makeClass }) => {
      if (!makeClass) throw new Error('There is no local chain to take a class from.');
      return { senderAddress: account, contractPayload: await makeClass(), chainId };
    },
  },
];
