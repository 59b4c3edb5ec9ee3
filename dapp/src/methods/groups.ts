import { say, type TextRef } from '../texts';
import { type Method, methods } from './catalogue';
import { walletApiCalls } from './walletApi';

const names = {
  accounts: [
    'xnet_createAccount',
    'xnet_addAccount',
    'xnet_listAccounts',
    'xnet_recoverAccounts',
    'xnet_getCurrentAccount',
    'xnet_switchAccount',
    'xnet_setAccountName',
    'xnet_toggleAccountVisibility',
    'xnet_getDeploymentData',
    'xnet_upgradeAccContract',
    'xnet_extractPublicKey',
    'xnet_displayPrivateKey',
    'xnet_revokeGrants',
    'xnet_getStarkName',
    'xnet_getAddrFromStarkName',
  ],
  transactions: [
    'xnet_executeTxn',
    'xnet_estimateFee',
    'xnet_getTransactionStatus',
    'xnet_getTransactions',
    'xnet_declareContract',
    'xnet_estimateAccountDeployFee',
    'xnet_signTransaction',
    'xnet_signDeclareTransaction',
    'xnet_signDeployAccountTransaction',
  ],
  messages: ['xnet_signMessage', 'xnet_verifySignedMessage'],
  tokens: ['xnet_getErc20TokenBalance', 'xnet_getStoredErc20Tokens', 'xnet_addErc20Token'],
} as const;

export type Group = {
  readonly name: keyof typeof names | 'network' | 'walletApi';
  readonly title: TextRef;
  readonly methods: readonly Method[];
};

const group = (name: Group['name'], members: readonly Method[]): Group => ({
  name,
  title: say(`methods.group.${name}`),
  methods: members,
});

const listed: readonly string[] = Object.values(names).flat();

/** All methods by topic: the module's (ungrouped ones under the network), the wallet API's. */
export const groups: readonly Group[] = [
  ...(Object.keys(names) as (keyof typeof names)[]).map((name) =>
    group(
      name,
      names[name].flatMap((member) => methods.find((method) => method.name === member) ?? []),
    ),
  ),
  group(
    'network',
    methods.filter(({ name }) => !listed.includes(name)),
  ),
  group('walletApi', walletApiCalls),
];

const offered: readonly Method[] = groups.flatMap((group) => group.methods);
/** The number of forms. */
export const formCount: number = offered.length;

/** Finds the form of a module method or a wallet API call. */
export const findForm = (methodName: string): Method | undefined =>
  offered.find(({ name }) => name === methodName);

/** Groups with the methods whose name or summary contains every word; empty groups are omitted. */
export function search(text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/u);
  const fits = ({ name, summary }: Method) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word));
  return groups
    .map((group) => ({ ...group, methods: group.methods.filter(fits) }))
    .filter((group) => group.methods.length > 0);
}
