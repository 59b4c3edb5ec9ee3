import type { Method } from '../methods/catalogue';
import { createSample, fillParams } from '../methods/form';
import { groups } from '../methods/groups';
import { say } from '../texts';
import {
  type Answer,
  type Battery,
  type Case,
  type Expected,
  either,
  type Facts,
  replies,
  type Step,
} from './battery';
import { text } from './messages';

/** How a method is checked where its sample alone does not do. */
type Rule = Partial<Pick<Case, 'dialogs' | 'look' | 'needsLocalChain'>> & {
  /** Params besides those of the sample. */
  readonly params?: (facts: Facts, answers: readonly Answer[]) => object | Promise<object>;
  readonly expected?: Expected;
  readonly setup?: Step;
  readonly cleanup?: Step;
};

/** Methods that only the module's companion site may call. */
const companionOnly = either('unauthorized');
const accounts: Step = {
  requests: ({ chainId }) => [{ method: 'xnet_listAccounts', params: { chainId } }],
  expected: replies(),
};
const message = ({ chainId }: Facts) => text(chainId, 'Hello');

const declared: Rule = {
  needsLocalChain: true,
  params: async ({ account, makeClass }) => ({
    senderAddress: account,
    contractPayload: await makeClass?.(),
  }),
};

/** The account of the page among those that were listed: so that nothing of it changes. */
const present =
  (...names: readonly string[]) =>
  ({ account }: Facts, [listed]: readonly Answer[]): object => {
    const all = listed && 'result' in listed ? listed.result : [];
    const entry = (all as { [name: string]: unknown }[]).find(
      ({ address }) => BigInt(String(address)) === BigInt(account),
    );
    return Object.fromEntries(names.map((name) => [name, entry?.[name]]));
  };

const rules: { readonly [method: string]: Rule } = {
  xnet_createAccount: { setup: accounts, params: present('addressIndex') },
  xnet_recoverAccounts: { dialogs: 1 },
  xnet_switchNetwork: { expected: replies(true) },
  xnet_displayPrivateKey: {
    dialogs: 2,
    expected: replies(null),
    look: say('batteries.methods.privateKey.look'),
  },
  xnet_getDeploymentData: { expected: either('accountDeployed') },
  xnet_signDeployAccountTransaction: { expected: either('accountDeployed') },
  xnet_upgradeAccContract: { expected: either('noUpgrade') },
  xnet_getStarkName: { expected: either('unknownName') },
  xnet_getAddrFromStarkName: { expected: either('unknownName') },
  xnet_setAccountName: {
    expected: companionOnly,
    setup: accounts,
    params: present('accountName'),
  },
  xnet_toggleAccountVisibility: { expected: companionOnly, params: () => ({ visibility: true }) },
  xnet_getTransactionStatus: {
    expected: either('unknownTransaction'),
    params: ({ lastHash }) => ({ transactionHash: lastHash ?? '0x1' }),
  },
  xnet_declareContract: declared,
  xnet_signMessage: { params: (facts) => ({ typedDataMessage: message(facts) }) },
  xnet_verifySignedMessage: {
    expected: replies(false),
    params: (facts) => ({ typedDataMessage: message(facts) }),
  },
  xnet_revokeGrants: { cleanup: accounts, dialogs: 1, look: say('batteries.methods.grants.look') },
  wallet_deploymentData: { expected: either(115) },
  wallet_addDeclareTransaction: { needsLocalChain: true, expected: either(114) },
  wallet_signTypedData: { params: message },
  wallet_addStarknetChain: { params: ({ chainId }) => ({ chain_id: chainId }) },
};

/** A method with its sample: the account of the page, on the network of the page. */
function checking({ name, params, 'x-prompts': prompts }: Method): Case {
  const {
    params: makeParams,
    setup,
    cleanup,
    expected = replies(),
    dialogs = prompts === 'always' ? 1 : 0,
    ...checks
  } = rules[name] ?? {};
  const check: Step = {
    expected,
    async requests(facts, answers) {
      const filled = fillParams(params, createSample(params, facts.account, facts.lastHash));
      const sample = 'params' in filled ? filled.params : {};
      const chain = params.some((param) => param.name === 'chainId') && { chainId: facts.chainId };
      const requestParams = { ...sample, ...chain, ...(await makeParams?.(facts, answers)) };
      return [{ method: name, ...(params.length > 0 && { params: requestParams }) }];
    },
  };
  return {
    id: name,
    title: name,
    steps: [setup, check, cleanup].filter((step) => step !== undefined),
    dialogs,
    ...checks,
  };
}

const isOfApi = ({ name }: { name: string }) => name === 'walletApi';
const casesOf = (selected: typeof groups) =>
  selected.flatMap(({ methods }) => methods.map(checking));
/** After the others: it takes the account from the page, and asks for it again. */
const last = 'xnet_revokeGrants';

const ofModule = casesOf(groups.filter((group) => !isOfApi(group)));

export const selfCheckBattery: Battery = {
  id: 'methods',
  title: say('batteries.methods'),
  lead: say('batteries.methods.lead'),
  cases: [...ofModule.filter(({ id }) => id !== last), ...ofModule.filter(({ id }) => id === last)],
};

export const walletApiBattery: Battery = {
  id: 'wallet-api',
  title: say('batteries.walletApi'),
  lead: say('batteries.walletApi.lead'),
  cases: casesOf(groups.filter(isOfApi)),
};
