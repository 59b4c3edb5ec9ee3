import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import type { PageScene } from '../../scripts/check/pictureStamp';
import { mainnet } from '../../src/networks/mainnet';
import { chainIds, sameFelt } from '../../src/schema/primitives';
import { FOREIGN_NONCE } from '../../src/schema/transaction';
import { accountAddress, accountClasses } from '../../src/starknet/accounts/classes';
import { shortString, toAddress, toHex } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens, listTokens, uint256Felts } from '../../src/starknet/tokens/erc20';
import { UNLIMITED } from '../../src/starknet/tokens/event';
import { allowanceParts } from '../../src/ui/home/allowances';
import { mainParts } from '../../src/ui/home/main';
import { sendParts } from '../../src/ui/home/send';
import { settingParts } from '../../src/ui/home/settings';
import { storedParts } from '../../src/ui/home/stored';
import { tokenParts } from '../../src/ui/home/tokens';
import { getLinkName } from '../../src/ui/home/view';
import { blockTime, type EventNode, indexed, startEventNode } from '../chain/eventNode';
import { startExplorerServer } from '../chain/explorerServer';
import vectors from '../vectors/accounts.json';
import { openPage } from '../wallet/openPage';
import { storedRecord } from '../wallet/records';
import { storedAccounts } from '../wallet/storedAccounts';
import { speaking } from './recorded';

const chainId = chainIds.mainnet;
const HEAD = 2_000;
const now = () => 1_000 * (blockTime(HEAD) + 600);
const ONE = 10n ** 18n;
const STRK = knownTokens.STRK.address;
const ETH = knownTokens.ETH.address;
const USDC = mainnet.tokens.USDC.address;
const MINE = toAddress('0x3333');
/** AVNU's, as listed. */
const EXCHANGE = '0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f';
const SHOP = '0x03f1e2d3c4b5a697886950413223140f0e1d2c3b4a5968777869504132231405';
const FRIEND = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const SITE = 'https://exchange.example.org';
const [main, savings, unused] = storedAccounts(chainId, 3);
const own = main?.address ?? '';
const beside = savings?.address ?? '';
const accounts = [
  { ...main, deployment: 'deployed' },
  { ...savings, name: 'Savings' },
  { ...unused, hidden: true },
];
const publicKey = vectors.accounts[0]?.publicKey ?? '';
/** Accounts of other wallets with a key of the same phrase. */
const foreign = {
  braavos: accountAddress('braavos110', publicKey),
  unopened: accountAddress('braavos100', publicKey),
  guarded: accountAddress('argent031', publicKey),
};

const held: Record<string, Record<string, bigint>> = {
  [own]: {
    [STRK]: 1_240n * ONE + ONE / 2n,
    [ETH]: (42n * ONE) / 100n,
    [USDC]: 310_250_000n,
    [MINE]: 750n,
  },
  [beside]: { [STRK]: 75n * ONE },
  [foreign.braavos]: { [STRK]: 12n * ONE },
  [foreign.unopened]: { [ETH]: ONE / 10n },
};
const allowed = [
  { token: STRK, spender: EXCHANGE, amount: UNLIMITED },
  { token: USDC, spender: FRIEND, amount: 7_500_000n },
];
const names: Record<string, string[]> = {
  [getSelector('name')]: [shortString('Reading club')],
  [getSelector('symbol')]: [shortString('READ')],
  [getSelector('decimals')]: ['0x2'],
};

type Called = {
  request: { contract_address: string; entry_point_selector: string; calldata: string[] };
};
const valueIn = <T>(by: Record<string, T>, address: string): T | undefined =>
  Object.entries(by).find(([one]) => sameFelt(one, address))?.[1];

function callResult({ request }: Called): string[] | undefined {
  const { contract_address: at, entry_point_selector: selector, calldata } = request;
  const [first = '0x0', second = '0x0'] = calldata;
  if (selector === getSelector('allowance'))
    return uint256Felts(
      allowed.find(({ token, spender }) => sameFelt(token, at) && sameFelt(spender, second))
        ?.amount ?? 0n,
    );
  if (calldata.length > 0) return uint256Felts(valueIn(valueIn(held, first) ?? {}, at) ?? 0n);
  if (sameFelt(at, MINE)) return names[selector];
  if (selector === getSelector('get_signers') && sameFelt(at, foreign.braavos))
    return ['0x1', publicKey, '0x0', '0x0'];
  if (selector === getSelector('get_guardian')) return ['0x9'];
  return undefined;
}

const hashOf = (number: number): string =>
  toHex(
    BigInt('0x2f6c8b5d9e1a47730f4c2d8e6b9a15c3d7e80f1a2b4c6d8e0f91a3b5c7d9e0') +
      BigInt(number) ** 40n,
  );

const missing = { error: { code: 20, message: 'Contract not found' } };

function classOf(address: string): string | undefined {
  if (sameFelt(address, foreign.guarded)) return accountClasses.argent031.classHash;
  if (sameFelt(address, FRIEND)) return accountClasses.argent040.classHash;
  return sameFelt(address, foreign.braavos) ? '0x5' : undefined;
}

/** A node of Mainnet on which the accounts have something. */
async function startMainnet(): Promise<EventNode> {
  const node = await startEventNode(HEAD);
  Object.assign(node.chain.instead, {
    starknet_chainId: () => ({ result: chainId }),
    starknet_getNonce: () => ({ result: '0x5' }),
    starknet_call: (called: Called) => {
      const result = callResult(called);
      return result ? { result } : { error: { code: 21, message: 'Entry point not found' } };
    },
    starknet_getClassHashAt: ({ contract_address }: { contract_address: string }) => {
      const result = classOf(contract_address);
      return result ? { result } : missing;
    },
    starknet_getTransactionReceipt: ({ transaction_hash }: { transaction_hash: string }) => ({
      result: {
        transaction_hash,
        block_number: 7,
        actual_fee: { amount: toHex(ONE / 400n), unit: 'FRI' },
      },
    }),
    starknet_getTransactionByHash: ({ transaction_hash }: { transaction_hash: string }) => ({
      result: {
        transaction_hash,
        type: 'INVOKE',
        sender_address: senders[transaction_hash] ?? own,
      },
    }),
  });
  node.chain.events = [
    indexed({
      token: STRK,
      from: FRIEND,
      to: own,
      amount: 5n * ONE,
      block: 1_900,
      hash: hashOf(7),
    }),
    indexed({
      token: USDC,
      from: SHOP,
      to: own,
      amount: 20_000_000n,
      block: 1_700,
      hash: hashOf(8),
    }),
    ...allowed.map(({ token, spender, amount }, at) => ({
      from_address: toHex(BigInt(token)),
      keys: [getSelector('Approval'), toHex(BigInt(own)), spender],
      data: uint256Felts(amount),
      block_number: 1_500 + at,
      transaction_hash: hashOf(9),
    })),
  ];
  return node;
}

/** Who sent a transaction, if not the first account. */
const senders: Record<string, string> = {
  [hashOf(2)]: SHOP,
  [hashOf(7)]: FRIEND,
  [hashOf(8)]: SHOP,
};

const failureReason = 'Execution failed. Failure reason: ("ERC20: insufficient balance")';

/** What the account has sent: under way, accepted, failed, and carried out by another. */
const records = [
  { status: 'ACCEPTED_ON_L2', contractCallData: [FRIEND, toHex(12n * ONE), '0x0'] },
  { status: 'ACCEPTED_ON_L2', failureReason, contractCallData: [SHOP, toHex(ONE), '0x0'] },
  { status: 'ACCEPTED_ON_L2', nonce: FOREIGN_NONCE },
  { status: 'RECEIVED' },
].map((changes, at) =>
  storedRecord(at, {
    txnHash: hashOf(at),
    chainId,
    senderAddress: own,
    contractAddress: STRK,
    contractFuncName: 'transfer',
    contractCallData: [beside, toHex(2n * ONE), '0x0'],
    timestamp: blockTime(1_800 + 60 * at),
    ...(changes as object),
  }),
);

type Page = ReturnType<typeof openPage>;
type Scene = {
  /** What its fields hold, by name. */
  typed?: Readonly<Record<string, string>>;
  /** State instead of that of a user with accounts. */
  stored?: object;
  isNodeDown?: true;
  /** Answers dialogs; default: agrees. */
  user?: () => boolean;
  look(page: Page): Promise<unknown>;
};

const go = (...to: Parameters<typeof getLinkName>) => ({
  look: ({ press }: Page) => press(getLinkName(...to)),
});

const sending = (typed: { to: string; amount: string }) => ({
  typed,
  async look({ press, fillIn }: Page) {
    await press(getLinkName('send'));
    await fillIn(sendParts.to, typed.to);
    await fillIn(sendParts.amount, typed.amount);
  },
});

/** The states of the module's page that the documentation shows, and how a user gets to each. */
const pageScenes: Readonly<Record<PageScene, Scene>> = {
  empty: { stored: {}, look: async () => undefined },
  main: { look: ({ refresh }) => refresh() },
  found: { stored: {}, look: ({ press }) => press(mainParts.find) },
  receive: go('receive', beside),
  send: sending({ to: FRIEND, amount: '25' }),
  'send.check': sending({ to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '9999' }),
  tokens: {
    async look({ press, input }) {
      await press(getLinkName('tokens', own));
      await input({ type: 'FormSubmitEvent', name: tokenParts.add, value: { address: MINE } });
      await press(tokenParts.hide);
    },
  },
  history: go('history', own),
  record: {
    async look({ press }) {
      await press(getLinkName('history', own));
      await press(getLinkName('record', hashOf(0)));
    },
  },
  allowances: {
    async look({ press, tree }) {
      await press(getLinkName('allowances', own));
      const [, key] = [
        ...JSON.stringify(await tree()).matchAll(/"page\.lower\.([^"]+)"/gu),
      ].flatMap(([, key]) => key ?? []);
      await press(`${allowanceParts.unfold}${key ?? ''}`);
    },
  },
  account: go('account', own),
  sites: {
    async look({ module, press }) {
      const signedAt = Math.floor(module.now() / 1_000) - 3_600;
      const signature = {
        site: 'https://exchange.example',
        account: accounts[0]?.address ?? '',
        power: 'session' as const,
        type: 'Session',
        ends: signedAt + 7 * 86_400,
        signedAt,
      };
      await module.signatures.add(chainId, signature, signedAt);
      await press(getLinkName('sites'));
    },
  },
  activity: {
    user: () => false,
    async look({ press, invoke, reopen }) {
      const asked = (method: string, params: object) =>
        invoke(method, params, SITE).catch(() => undefined);
      await asked('xnet_listAccounts', {});
      await asked('xnet_getErc20TokenBalance', { tokenAddress: STRK, userAddress: own, chainId });
      await asked('xnet_setAccountName', { address: own, accountName: 'Daily', chainId });
      const calls = [{ contractAddress: SHOP, entrypoint: 'order', calldata: [] }];
      await asked('xnet_executeTxn', { address: SHOP, calls, chainId });
      await asked('xnet_displayPrivateKey', { userAddress: own, chainId });
      // The dialogs of a site lead away from the page.
      await reopen();
      await press(getLinkName('activity'));
    },
  },
  settings: {
    async look({ press }) {
      await press(getLinkName('settings'));
      await press(settingParts.advanced);
    },
  },
  'settings.form': {
    async look({ press, use }) {
      await press(getLinkName('settings'));
      await press(`${settingParts.unfold}node`);
      await use('no address', chainId);
    },
    typed: { url: 'no address' },
  },
  contacts: {
    async look({ module, press }) {
      await module.recipients.save(chainId, { address: FRIEND, name: 'Anna' });
      await press(getLinkName('contacts'));
    },
  },
  watchedAddress: {
    async look({ module, press }) {
      await module.watchedAddresses.save(chainId, { address: FRIEND, name: 'Hardware wallet' });
      await press(getLinkName('watchedAddress', FRIEND));
    },
  },
  backup: go('backup', ''),
  stored: {
    async look({ press }) {
      await press(getLinkName('stored'));
      await press(storedParts.unfold);
    },
  },
  nodeDown: { isNodeDown: true, look: ({ refresh }) => refresh() },
  lost: {
    stored: { accounts: { [chainId]: accounts }, blocks: 7, live: 7 },
    look: ({ refresh }) => refresh(),
  },
};

type DrawnScene = { tree: JSXElement; typed: Readonly<Record<string, string>> };

/** Names that a reader sees; the servers are on this machine, at ports that differ each time. */
const hosts = {
  node: 'mainnet.example.org',
  sepolia: 'sepolia.example.org',
  prices: 'prices.example.org',
};
const NOBODY = 'http://127.0.0.1:9/';

/** Balances as they are stored: of the other listed tokens, nothing. */
function toStored(amounts: Record<string, bigint>): Record<string, string> {
  const tokens = [...listTokens(chainId).map(({ address }) => address), ...Object.keys(amounts)];
  return Object.fromEntries(tokens.map((token) => [token, toHex(amounts[token] ?? 0n)]));
}

/** A user with accounts, sites, a saved recipient and a source of prices. */
const usual = {
  accounts: { [chainId]: accounts },
  grants: {
    [SITE]: [{ chainId, address: own }],
    'https://game.example.org': [{ chainId, address: beside }],
  },
  blocks: { 'https://odd.example.org': { until: now() + 90_000, length: 120_000 } },
  recipients: { [chainId]: [{ address: FRIEND, name: 'Marta' }] },
  prices: 'avnu',
  balances: {
    [chainId]: {
      readAt: now() - 7_200_000,
      of: Object.fromEntries(
        Object.entries(held).map(([address, amounts]) => [address, toStored(amounts)]),
      ),
    },
  },
};

async function fillJournal({ module }: Page): Promise<void> {
  for (const record of records) await module.transactions.add(record);
}

/** Draws the page in one of its states. */
export async function drawPageScene(name: PageScene, language: string): Promise<DrawnScene> {
  const { stored, isNodeDown, user = () => true, typed = {}, look } = pageScenes[name];
  const node = await startMainnet();
  const prices = await startExplorerServer(() => ({
    body: [
      { address: STRK, globalMarket: { usd: 0.25 } },
      { address: ETH, globalMarket: { usd: 3_400 } },
      { address: USDC, globalMarket: { usd: 1 } },
    ],
  }));
  const onThisMachine = (url: string): string =>
    url
      .replace(`https://${hosts.node}/rpc`, isNodeDown ? NOBODY : node.url)
      .replace(`https://${hosts.sepolia}/rpc`, NOBODY)
      .replace(`https://${hosts.prices}`, prices.url);
  try {
    const page = openPage({
      now,
      mainnetUrl: `https://${hosts.node}/rpc`,
      sepoliaUrl: `https://${hosts.sepolia}/rpc`,
      priceUrl: `https://${hosts.prices}`,
      fetch: (url, init) => fetch(onThisMachine(String(url)), init),
      companions: [SITE],
      user,
      stored: { plain: { ...speaking(language), network: chainId, ...(stored ?? usual) } },
    });
    if (!stored) await fillJournal(page);
    await look(page);
    return { tree: await page.tree(), typed };
  } finally {
    await Promise.all([node.stop(), prices.stop()]);
  }
}
