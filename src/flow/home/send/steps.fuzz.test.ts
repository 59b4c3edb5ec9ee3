import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import german from '../../../../locales/text/de/home.json';
import english from '../../../../locales/text/en/home.json';
import { type ExplorerServer, startExplorerServer } from '../../../../test/chain/explorerServer';
import { startTrialNode, type TrialNode } from '../../../../test/chain/trialNode';
import { openPage } from '../../../../test/wallet/openPage';
import { storedAccounts } from '../../../../test/wallet/storedAccounts';
import { mainnet } from '../../../networks/mainnet';
import { sepolia } from '../../../networks/sepolia';
import { type ChainId, chainIds, sameFelt } from '../../../schema/primitives';
import { shortString } from '../../../starknet/felt';
import { getSelector } from '../../../starknet/selector';
import { knownTokens, parseUint256 } from '../../../starknet/tokens/erc20';
import { MEDIAN } from '../../../starknet/tokens/oracle';
import { transactionHash } from '../../../starknet/transactions/transaction';
import { mainParts } from '../../../ui/home/main';
import { sendParts } from '../../../ui/home/send';
import { getLinkName } from '../../../ui/home/view';

const { STRK, ETH } = knownTokens;
const chains = [chainIds.sepolia, chainIds.mainnet] as const;
const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
const accountsOf = (chainId: ChainId) =>
  storedAccounts(chainId, 2).map((one) => ({ ...one, deployment: 'deployed' as const }));
const tokensOf = (chainId: ChainId) => [
  STRK,
  ETH,
  (chainId === chainIds.mainnet ? mainnet : sepolia).tokens.USDC,
];

const nodes = new Map<ChainId, TrialNode>();
let source: ExplorerServer;
/** How many times the oracle's price is that of the source; 0 for none. */
let apart = 1;
const prices: Record<string, number> = { STRK: 0.25, ETH: 2_000, USDC: 1 };

beforeAll(async () => {
  for (const chainId of chains) nodes.set(chainId, await startNode(chainId));
  source = await startExplorerServer(() => ({
    body: chains.flatMap(tokensOf).map(({ address, symbol }) => ({
      address,
      globalMarket: { usd: prices[symbol] },
    })),
  }));
});
afterAll(() => Promise.all([source, ...nodes.values()].map((one) => one.stop())));

type Asked = { request: { entry_point_selector: string; calldata: string[] } };

async function startNode(chainId: ChainId): Promise<TrialNode> {
  const node = await startTrialNode();
  const { instead } = node.says;
  instead.starknet_chainId = () => ({ result: chainId });
  instead.starknet_call = ({ request: { entry_point_selector, calldata } }: Asked) => {
    const asks = (name: string) => sameFelt(entry_point_selector, getSelector(name));
    if (asks('decimals')) return { error: { code: 21, message: 'Entry point not found' } };
    if (!asks(MEDIAN)) return { result: [`0x${node.says.balance.toString(16)}`, '0x0'] };
    const symbol = Object.keys(prices).find((one) => calldata[1] === shortString(`${one}/USD`));
    const price = Math.round((prices[symbol ?? ''] ?? 0) * apart * 1e8);
    const now = Math.floor(Date.now() / 1_000);
    return { result: [price, 8, now, 5, 0].map((felt) => `0x${felt.toString(16)}`) };
  };
  instead.starknet_addInvokeTransaction = ({
    invoke_transaction,
  }: {
    invoke_transaction: never;
  }) => {
    node.sent.push(invoke_transaction);
    return { result: { transaction_hash: transactionHash(invoke_transaction, chainId) } };
  };
  instead.starknet_getTransactionStatus = () => ({
    result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
  });
  return node;
}

/** What a form says that it sends, from the page and its fields. */
type Form = {
  from: string;
  network: string;
  token: string;
  to: string;
  amount: string;
  isMax: boolean;
};

const readings = [
  /(?:At today’s price,|Zum heutigen Preis) ([\d .,]+) \w+"/u,
  /(?:That is|Das sind) ([\d .,]+) \w+"/u,
];

function readForm(page: string, fields: Record<string, string>): Form {
  const [, from = '', network = ''] = /"(?:From|Von) ([^",]+), ([^"]+)"/u.exec(page) ?? [];
  const [, amount = ''] = readings.flatMap((one) => one.exec(page)?.slice(0, 2) ?? []);
  return {
    from,
    network,
    token: fields.token ?? '',
    to: fields.to ?? '',
    amount: amount
      .replaceAll(' ', '')
      .replace(',', '.')
      .replace(/(?<=\.\d*)0+$/u, ''),
    isMax: [english, german].some((texts) => page.includes(texts['home.send.leavesFee'])),
  };
}

const texts = [
  '1',
  '1.5',
  '1,5',
  '25.000',
  '0,125',
  '0.001',
  '1 000',
  '≈ 2 STRK',
  '2,5 USD',
  'x',
  '',
];

function openForm(language: string) {
  const reviewed: { before: Form; at: Form }[] = [];
  const page = openPage({
    sepoliaUrl: nodes.get(chainIds.sepolia)?.url ?? '',
    mainnetUrl: nodes.get(chainIds.mainnet)?.url ?? '',
    priceUrl: source.url,
    user: () => {
      // The review takes the place of the form, whose last drawing counts.
      const isForm = (text: string) => text.includes(`"name":"${sendParts.form}"`);
      const last = page.drawn.filter(isForm).at(-1);
      const { token, to } = before;
      reviewed.push({ before, at: readForm(last ?? '', { token, to }) });
      return true;
    },
    stored: {
      plain: {
        language,
        prices: 'avnu',
        network: chainIds.sepolia,
        accounts: Object.fromEntries(chains.map((chainId) => [chainId, accountsOf(chainId)])),
      },
    },
  });
  const seen = async () => {
    const fields = await page.module.dialogs.formState('interface-0', sendParts.form);
    return readForm(await page.now(), (fields ?? {}) as Record<string, string>);
  };
  let before: Form;
  const review = async () => {
    before = await seen();
    const value = await page.module.dialogs.formState('interface-0', sendParts.form);
    await page.input({ type: 'FormSubmitEvent', name: sendParts.form, value });
  };
  return { ...page, reviewed, review };
}

type Opened = ReturnType<typeof openForm>;

/** What a user, a site and hosts can do to the form, with any number. */
const acts: Record<string, (page: Opened, pick: number) => Promise<unknown>> = {
  async token({ fillIn }, pick) {
    const token = chains.flatMap(tokensOf)[pick % 6];
    await fillIn('token', token?.address ?? '').catch(() => undefined);
  },
  type: ({ fillIn }, pick) => fillIn('amount', texts[pick % texts.length] ?? ''),
  max: ({ press }) => press(sendParts.max),
  unit: ({ press }) => press(sendParts.unit),
  pick: ({ press }) => press(`${sendParts.pick}${friend}`),
  choose: ({ module }, pick) => {
    const chainId = chains[pick % 2] ?? chainIds.sepolia;
    return module.accounts.choose(chainId, accountsOf(chainId)[(pick >> 1) % 2]?.address ?? '');
  },
  async network({ press, fillIn }, pick) {
    await press(getLinkName('main'));
    await fillIn(mainParts.network, chains[pick % 2]);
    await press(getLinkName('send'));
  },
  async site({ module }, pick) {
    await module.siteNetworks.choose('https://dapp.example', chains[pick % 2] ?? chainIds.sepolia);
  },
  oracle: async (_page, pick) => {
    apart = [1, 1.4, 2, 0.4, 0][pick % 5] ?? 1;
  },
  funds: async (_page, pick) => {
    for (const { says } of nodes.values()) says.balance = BigInt(1 + (pick % 97)) * 10n ** 18n;
  },
  gas: async (_page, pick) => {
    for (const { says } of nodes.values()) says.gasPrice = 10n ** 9n * BigInt(1 + (pick % 40));
  },
  /** What was sent leads to its record, from where the form is opened anew or with the same. */
  async review({ review, now, press, fillIn }, pick) {
    await review();
    const [, about] = /page\.go\.send (0x[0-9a-f]+)/u.exec(await now()) ?? [];
    if (about === undefined) return;
    await press(getLinkName('send', pick % 2 ? about : undefined));
    await fillIn('to', friend);
    if (pick % 4 === 0) await fillIn('amount', '1');
  },
};

/** How often a step comes; the others come once. */
const often: Record<string, number> = { review: 6, max: 3, unit: 2, token: 3, type: 4 };
const act = fc.record({
  name: fc.constantFrom(
    ...Object.keys(acts).flatMap((name) => Array<string>(often[name] ?? 1).fill(name)),
  ),
  pick: fc.nat(1_000),
});

const networkNames: Record<string, ChainId> = {
  'Local chain': chainIds.sepolia,
  'Lokale Chain': chainIds.sepolia,
  Mainnet: chainIds.mainnet,
};

it('sends what the form showed, whatever was done to it before', async () => {
  const counts = { reviewed: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('en', 'de'),
      fc.array(act, { minLength: 4, maxLength: 16 }),
      async (language, sequence) => {
        for (const node of nodes.values()) node.sent.length = 0;
        const page = openForm(language);
        await page.press(getLinkName('send'));
        await page.fillIn('to', friend);
        await page.fillIn('amount', '1');
        for (const { name, pick } of sequence) {
          await acts[name]?.(page, pick);
          expectSameAsShown(page.reviewed.splice(0), counts);
        }
      },
    ),
    { numRuns: Number(process.env.XNET_FORM_RUNS ?? 30) },
  );
  expect(counts.reviewed).toBeGreaterThan(20);
}, 300_000);

function expectSameAsShown(reviewed: Opened['reviewed'], counts: { reviewed: number }): void {
  for (const { before, at } of reviewed) {
    const chainId = networkNames[at.network];
    const node = chainId && nodes.get(chainId);
    if (!node || !chainId) throw new Error(`No such network: ${at.network}`);
    const [transaction] = node.sent.splice(0);
    if (!transaction || !('calldata' in transaction) || !('sender_address' in transaction))
      throw new Error('Nothing was sent on the network that the form showed.');
    const from = accountsOf(chainId)[at.from.endsWith('2') ? 1 : 0];
    expect(sameFelt(transaction.sender_address, from?.address ?? '')).toBe(true);
    const { calldata } = transaction;
    const token = tokensOf(chainId).find(({ address }) => address === at.token);
    expect(calldata.some((felt) => sameFelt(felt, at.token))).toBe(true);
    expect(calldata.some((felt) => sameFelt(felt, friend))).toBe(true);
    const units = ({ amount }: Form) => {
      const [whole = '', fraction = ''] = amount.split('.');
      return BigInt(whole + fraction.slice(0, token?.decimals).padEnd(token?.decimals ?? 0, '0'));
    };
    expect(parseUint256(calldata.slice(-2))).toBe(units(at));
    // The fee may have risen since Max; nothing else changes what the user saw before the press.
    if (at.isMax) expect(units(at)).toBeLessThanOrEqual(units(before));
    else expect(units(at)).toBe(units(before));
    expect({ ...at, amount: '', isMax: false }).toEqual({ ...before, amount: '', isMax: false });
    counts.reviewed += 1;
  }
  for (const node of nodes.values()) expect(node.sent).toEqual([]);
}
