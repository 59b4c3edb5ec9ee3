import { createSignIn } from '@xnet/connect';
import { approve, transfer } from '../chain/calls';
import { say, type TextRef } from '../texts';
import { textError } from '../wallet/failure';
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
  readonly title: TextRef;
  /** The thing to look for in the wallet. */
  readonly lead: TextRef;
  readonly method: string;
  readonly params: (facts: Facts) => object | Promise<object>;
  readonly needsLocalChain?: true;
};

const strk = 10n ** 18n;
const unlimited = 2n ** 256n - 1n;
/** Nobody's address: an allowance for an account of one's own would be no risk. */
const stranger = '0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405';
/** Nobody's, either: whoever would send a gasless transaction is paid there. */
const paymaster = '0x0213c67ed78bc280887234fe5ed5e77272465317978ae86c25a71531d9332a2d';
const hour = 3_600;
const around = (nowSeconds: number) => ({
  startSeconds: nowSeconds - 60,
  endSeconds: nowSeconds + hour,
});

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
    title: say('scenarios.transfer'),
    lead: say('scenarios.transfer.lead'),
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [transfer(recipient, (strk * 3n) / 2n)]),
  },
  {
    id: 'multicall',
    title: say('scenarios.multicall'),
    lead: say('scenarios.multicall.lead'),
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [
      approve(recipient, 2n * strk),
      transfer(recipient, strk),
      transfer(recipient, strk / 2n),
    ]),
  },
  {
    id: 'unlimited',
    title: say('scenarios.unlimited'),
    lead: say('scenarios.unlimited.lead'),
    method: 'xnet_executeTxn',
    params: executes(() => [approve(stranger, unlimited)]),
  },
  {
    id: 'failing',
    title: say('scenarios.failing'),
    lead: say('scenarios.failing.lead'),
    method: 'xnet_executeTxn',
    params: executes(({ recipient }) => [transfer(recipient, 10n ** 9n * strk)]),
  },
  {
    id: 'outside',
    title: say('scenarios.outside'),
    lead: say('scenarios.outside.lead'),
    method: 'xnet_signMessage',
    params: signs(({ recipient, chainId, nowSeconds }) =>
      outsideExecution([transfer(recipient, strk)], chainId, around(nowSeconds)),
    ),
  },
  {
    id: 'gasless',
    title: say('scenarios.gasless'),
    lead: say('scenarios.gasless.lead'),
    method: 'xnet_signMessage',
    params: signs(({ recipient, chainId, nowSeconds }) =>
      outsideExecution(
        [transfer(recipient, strk), transfer(paymaster, strk / 100n)],
        chainId,
        around(nowSeconds),
      ),
    ),
  },
  {
    id: 'signIn',
    title: say('scenarios.signIn'),
    lead: say('scenarios.signIn.lead'),
    method: 'xnet_signMessage',
    params: signs(({ account, chainId, nowSeconds }) =>
      createSignIn(
        { address: account, chainId },
        {
          statement: 'Sign in to the test dapp.',
          nonce: `n${nowSeconds}`,
          uri: globalThis.location?.origin ?? 'http://localhost',
        },
      ),
    ),
  },
  {
    id: 'session',
    title: say('scenarios.session'),
    lead: say('scenarios.session.lead'),
    method: 'xnet_signMessage',
    params: signs(({ chainId, nowSeconds }) => session(chainId, nowSeconds + 24 * hour)),
  },
  {
    id: 'order',
    title: say('scenarios.order'),
    lead: say('scenarios.order.lead'),
    method: 'xnet_signMessage',
    params: signs(({ account, chainId, nowSeconds }) =>
      order(account, chainId, nowSeconds + hour, { sells: 10n * strk, buys: strk / 1_000n }),
    ),
  },
  {
    id: 'malformed',
    title: say('scenarios.malformed'),
    lead: say('scenarios.malformed.lead'),
    method: 'xnet_signMessage',
    params: signs(({ chainId }) => malformed(chainId)),
  },
  {
    id: 'declare',
    title: say('scenarios.declare'),
    lead: say('scenarios.declare.lead'),
    method: 'xnet_declareContract',
    needsLocalChain: true,
    params: async ({ account, chainId, makeClass }) => {
      if (!makeClass) throw textError(say('failures.noChainForClass'));
      return { senderAddress: account, contractPayload: await makeClass(), chainId };
    },
  },
];
