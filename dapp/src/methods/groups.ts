import { type Method, methods } from './catalogue';
import { walletApiCalls } from './walletApi';

const names = {
  Accounts: [
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
  Transactions: [
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
  Messages: ['xnet_signMessage', 'xnet_verifySignedMessage'],
  Tokens: ['xnet_getErc20TokenBalance', 'xnet_getStoredErc20Tokens', 'xnet_addErc20Token'],
} as const;

export type Group = { readonly name: string; readonly methods: readonly Method[] };

const listed: readonly string[] = Object.values(names).flat();

/** All methods by topic: the module's (ungrouped ones under the network), the wallet API's. */
export const groups: readonly Group[] = [
  ...Object.entries(names).map(([name, members]) => ({
    name,
    methods: members.flatMap((member) => methods.find((method) => method.name === member) ?? []),
  })),
  {
    name: 'Network and module',
    methods: methods.filter(({ name }) => !listed.includes(name)),
  },
  { name: 'Wallet API', methods: walletApiCalls },
];

const offered: readonly Method[] = groups.flatMap((group) => group.methods);
/** The number of forms. */
export const formCount: number = offered.length;

/** Finds the form of a module method or a wallet API call. */
export const findForm = (wanted: string): Method | undefined =>
  offered.find(({ name }) => name === wanted);

/** Groups with the methods whose name or summary contains every word; empty groups are omitted. */
export function search(text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/u);
  const fits = ({ name, summary }: Method) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word));
  return groups
    .map((group) => ({ ...group, methods: group.methods.filter(fits) }))
    .filter((group) => group.methods.length > 0);
}
