import previewTexts from '../../locales/text/en/preview.json';
import reviewTexts from '../../locales/text/en/review.json';
import warningTexts from '../../locales/text/en/warnings.json';
import type { AddressBook } from '../../src/flow/addresses/addressBook';
import type {
  ContractFacts,
  ReadCall,
  TransactionReview,
} from '../../src/flow/transactions/review';
import type { Change } from '../../src/flow/transactions/simulate';
import type { Rule } from '../../src/flow/warnings/rule';
import { mainnet } from '../../src/networks/mainnet';
import { chainIds } from '../../src/schema/primitives';
import { toAddress } from '../../src/starknet/felt';
import type { Meaning, Standard } from '../../src/starknet/meaning/meaning';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import type {
  DeployAccountTransaction,
  InvokeTransaction,
  ResourceBounds,
} from '../../src/starknet/transactions/transaction';
import type { Label, Warning } from '../../src/ui/review/facts';
import { createSay } from '../../src/ui/text/words';
import { storedAccounts } from '../wallet/storedAccounts';

const USDC = mainnet.tokens.USDC;
const [account, savings] = storedAccounts(chainIds.mainnet, 2);
if (!account || !savings) throw new Error('The vectors hold two accounts.');

/** The parties in the tests of warnings; addresses have 64 digits. */
export const party = {
  me: account.address,
  savings: savings.address,
  friend: toAddress('0x0125a4c58c8e0d1b9b4d1a3b5b0e0cf4a4a3b7f6d1e2c3b4a5968778695a4b3c'),
  stranger: toAddress('0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405'),
  /** AVNU's exchange on Mainnet, which is on the module's list. */
  router: toAddress('0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f'),
  strk: knownTokens.STRK.address as string,
  usdc: USDC.address as string,
  eth: knownTokens.ETH.address as string,
  meme: toAddress('0x0789'.padEnd(66, 'a')),
  punks: toAddress('0x0456'.padEnd(66, 'b')),
};

export const strk = (amount: number): string => `${BigInt(amount * 1e6) * 10n ** 12n}`;
export const usdc = (amount: number): string => `${BigInt(amount * 1e6)}`;

/** A call with this meaning, decoded with its contract's ABI. */
export function createCall(
  contractAddress: string,
  entrypoint: string,
  meaning: Meaning = { kind: 'other', contract: contractAddress, entrypoint },
): ReadCall {
  const call = { contractAddress, entrypoint, calldata: [] };
  return { call, meaning, decoded: { name: entrypoint, args: [] } };
}

export const transfer = (
  token: string,
  to: string,
  amount: string,
  more: Partial<Extract<Meaning, { kind: 'transfer' }>> = {},
): ReadCall =>
  createCall(token, 'transfer', {
    kind: 'transfer',
    standard: 'erc20',
    token,
    to,
    amount,
    ...more,
  });

export const approve = (
  token: string,
  spender: string,
  amount: string,
  more: Partial<Extract<Meaning, { kind: 'approve' }>> = {},
): ReadCall =>
  createCall(token, 'approve', {
    kind: 'approve',
    standard: 'erc20',
    token,
    spender,
    amount,
    ...more,
  });

export const approveAll = (token: string, operator: string, approved = true): ReadCall =>
  createCall(token, 'set_approval_for_all', { kind: 'approveAll', token, operator, approved });

export const swap = (
  router: string,
  sell: { token: string; amount: string },
  buy: { token: string; amount: string },
  name: string | null = null,
): ReadCall =>
  createCall(router, 'multi_route_swap', {
    kind: 'swap',
    router,
    name,
    sell: { ...sell, bound: 'exactly' },
    buy: { ...buy, bound: 'atLeast' },
  });

export const change = (
  kind: Change['kind'],
  token: string,
  amount: string,
  other: string,
  more: { standard?: Standard; tokenId?: string } = {},
): Change => ({ kind, standard: 'erc20', token, amount, counterparty: other, ...more });

export const createPreview = (...changes: Change[]): TransactionReview['preview'] => ({
  state: 'known',
  source: 'node.example.org',
  changes,
});

export const createContract = (facts: Partial<ContractFacts> = {}): ContractFacts => ({
  classHash: '0x1234',
  isNew: false,
  isToken: false,
  ...facts,
});

const GAS = 1_200_000n;
const PRICE = 3_000_000_000n;
/** FRI per unit of L2 gas, decimal. */
const usualPrice = `${PRICE}`;

export const createBounds = (price: bigint): ResourceBounds => ({
  l1_gas: { max_amount: '0x0', max_price_per_unit: '0x1' },
  l1_data_gas: { max_amount: '0x200', max_price_per_unit: '0x1' },
  l2_gas: {
    max_amount: `0x${((GAS * 3n) / 2n).toString(16)}`,
    max_price_per_unit: `0x${price.toString(16)}`,
  },
});

const common = {
  version: '0x3',
  signature: [],
  nonce: '0x5',
  resource_bounds: createBounds((PRICE * 3n) / 2n),
  tip: '0x0',
  paymaster_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
} as const;

export const invoke = (more: Partial<InvokeTransaction> = {}): InvokeTransaction => ({
  ...common,
  type: 'INVOKE',
  sender_address: party.me,
  calldata: [],
  account_deployment_data: [],
  ...more,
});

export const deployAccount: DeployAccountTransaction = {
  ...common,
  type: 'DEPLOY_ACCOUNT',
  nonce: '0x0',
  class_hash: '0x1',
  contract_address_salt: '0x1',
  constructor_calldata: [],
};

const verified = { verified: true } as const;
const { ETH, STRK } = knownTokens;

/** What a user of two accounts on Mainnet knows; change what the test needs. */
export function createAddressBook(more: Partial<AddressBook> = {}): AddressBook {
  if (!account || !savings) throw new Error('The vectors hold two accounts.');
  return {
    chainId: chainIds.mainnet,
    accounts: [
      { ...account, name: 'Daily', deployment: 'deployed' },
      { ...savings, name: 'Savings' },
    ],
    saved: [],
    used: { recipients: [party.friend], contracts: [party.router] },
    ...more,
  };
}

/** An ordinary, previewed transaction of a funded Mainnet account; change what the test needs. */
export function createReview(more: Partial<TransactionReview> = {}): TransactionReview {
  if (!account || !savings) throw new Error('The vectors hold two accounts.');
  const sender = more.account ?? { ...account, name: 'Daily', deployment: 'deployed' };
  return {
    context: {
      origin: 'https://app.example.org',
      method: 'xnet_executeTxn',
      network: { name: 'Mainnet', chainId: chainIds.mainnet },
    },
    account: sender,
    addresses: createAddressBook({ accounts: [sender, { ...savings, name: 'Savings' }] }),
    calls: [],
    transactions: [invoke()],
    preview: createPreview(),
    tokens: {
      [ETH.address]: { ...ETH, ...verified },
      [STRK.address]: { ...STRK, ...verified },
      [USDC.address]: { ...USDC, ...verified },
    },
    contracts: {},
    payer: { by: 'account' },
    fee: { expected: `${GAS * PRICE}`, maximum: `${(GAS * PRICE * 9n) / 4n}` },
    gasPrice: { now: usualPrice, usual: usualPrice },
    nextNonce: '5',
    strkBalance: strk(100),
    balances: { [party.usdc]: usdc(500), [party.eth]: strk(2) },
    now: 1_800_000_000,
    ...more,
  };
}

/** A SNIP-9 message with these calls, which a named caller may execute within ten minutes. */
export const createMessage = (more: Partial<TransactionReview> = {}): TransactionReview =>
  createReview({
    transactions: [],
    fee: { expected: null, maximum: '0' },
    payer: { by: 'caller' },
    nextNonce: null,
    outside: { caller: party.stranger, after: '0', before: '1800000600' },
    ...more,
  });

const texts: Readonly<Record<string, string>> = {
  ...warningTexts,
  ...previewTexts,
  ...reviewTexts,
};

/** A text in English; fails if its placeholders and their values do not match. */
export function inEnglish(label: Label): string {
  if (typeof label === 'string') return label;
  if ('amount' in label || 'ownName' in label) return createSay({})(label);
  const text = texts[label.say];
  const values = label.with ?? {};
  if (text === undefined) throw new Error(`There is no text ${label.say}.`);
  const places = [...text.matchAll(/\{(\w+)\}/gu)].map(([, place]) => place).sort();
  if (String(places) !== String(Object.keys(values).sort()))
    throw new Error(`${label.say} has places for ${places}, values for ${Object.keys(values)}.`);
  return text.replace(/\{(\w+)\}/gu, (_, place: string) => inEnglish(values[place] ?? ''));
}

/** `severity: title`, as the user reads it, after resolving every value of the text. */
export const told = (warnings: readonly Warning[]): string[] =>
  warnings.map(({ severity, title, text }) => {
    inEnglish(text);
    return `${severity}: ${inEnglish(title)}`;
  });

/** The warnings of one rule. */
export const tells = (rule: Rule, more: Partial<TransactionReview>): string[] =>
  told(rule(createReview(more)));
