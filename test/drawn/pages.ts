import { createHash } from 'node:crypto';
import { readFileCid } from '@xnet/clients/ipfs/link';
import { settingNames } from '../../src/flow/home/settings/settings';
import { chainIds, sameFelt } from '../../src/schema/primitives';
import { shortString, toAddress } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { MOST_WATCHED } from '../../src/state/watchedAddresses';
import { mainParts } from '../../src/ui/home/main';
import { sendParts } from '../../src/ui/home/send';
import { settingParts } from '../../src/ui/home/settings';
import { severalParts } from '../../src/ui/home/several';
import { tokenParts } from '../../src/ui/home/tokens';
import { getLinkName, getSubmitName, homePages, homeParts } from '../../src/ui/home/view';
import { watchedParts } from '../../src/ui/home/watchedAddress';
import { startTrialNode } from '../chain/trialNode';
import { pictures } from '../review/pictures';
import { openPage } from '../wallet/openPage';
import { sender, storedRecord } from '../wallet/records';
import { storedAccounts } from '../wallet/storedAccounts';
import { type Drawing, recorder, speaking } from './recorded';

const chainId = chainIds.sepolia;
const STRK = knownTokens.STRK.address;
const SITE = 'https://a-site-with-a-long-name.marketplace.example.org:8443';
const accounts = storedAccounts(chainId, 3);
const [first] = accounts;
const full = {
  accounts: { [chainId]: accounts.map((one, index) => ({ ...one, hidden: index === 2 })) },
  grants: { [SITE]: accounts.map(({ address }) => ({ chainId, address })) },
  blocks: { [SITE]: { until: 1_800_000_090_000, length: 120_000 } },
};
const hosts = {
  endpointHosts: { [chainId]: ['a-node-of-my-own.with-a-long-name.example.org'] },
};

/** Stored values that cannot be read, by the key that is lost. */
const unreadable: Record<string, object> = {
  blocks: { blocks: 7 },
  accounts: { accounts: { [chainId]: 7 } },
  live: { live: 7 },
  outsideSigned: { outsideSigned: { [chainId]: { [first?.address ?? '']: 7 } } },
  endpointHosts: { endpointHosts: 7 },
  explorers: { explorers: 7 },
  paymasterHosts: { paymasterHosts: 7 },
  serviceHosts: { serviceHosts: 7 },
};

type Page = ReturnType<typeof openPage>;

/** Goes everywhere on the page, and unfolds every setting. */
async function lookAround({ press, save }: Page): Promise<void> {
  for (const page of homePages) await press(`${homeParts.go}${page}`);
  await press(`${homeParts.go}settings`);
  for (const name of settingNames) {
    await press(`${settingParts.unfold}${name}`);
    await save(name, { network: chainId, url: 'no address', key: 'x', choice: 'none' });
  }
}

/** Types what can be typed into the form that sends, right and wrong. */
async function lookAtSending({ press, fillIn, input, module }: Page): Promise<void> {
  const friend = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691';
  await module.recipients.save(chainId, { address: friend, name: 'W'.repeat(32) });
  await press(getLinkName('send'));
  for (const to of [first?.address, friend, '0x1', 'strk1q', 'a.eth', 'a.stark', friend])
    await fillIn('to', to);
  for (const amount of ['1', '1,234', 'x', '0', '9'.repeat(40)]) await fillIn('amount', amount);
  await input({ type: 'FormSubmitEvent', name: sendParts.form, value: {} });
  await press(sendParts.max);
}

/** Pastes payments that can be read, and such that cannot. */
async function lookAtSeveral({ press, fillIn }: Page): Promise<void> {
  await press(getLinkName('send'));
  await press(getLinkName('several'));
  const payee = '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7';
  for (const lines of [`${payee} 5; ${'W'.repeat(32)} 7.25`, `${payee} 5x; 0x12 1; anybody`])
    await fillIn(severalParts.lines, lines);
  await press(getSubmitName(severalParts.form));
}

/** Watches addresses: the form, one with what it has, a refused one, and as many as fit. */
async function lookAtWatched({ press, input, refresh, module }: Page): Promise<void> {
  const cold = '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7';
  const add = (value: object) => input({ type: 'FormSubmitEvent', name: watchedParts.add, value });
  await press(getLinkName('watchedAddress'));
  await add({ name: 'Mine', address: first?.address });
  await add({ name: 'M'.repeat(32), address: cold });
  for (let number = 1; number < MOST_WATCHED; number += 1)
    await module.watchedAddresses.save(chainId, {
      address: toAddress(BigInt(number)),
      name: `Hardware wallet number ${number}`,
    });
  await press(getLinkName('watchedAddress'));
  await add({ name: 'One more', address: sender });
  await press(`${homeParts.go}main`);
  await refresh();
}

/** Blocks of IPFS by their identifiers, and how to read them. */
async function serveBlocks(...contents: (Uint8Array | ((links: string[]) => string))[]) {
  const links: string[] = [];
  const blocks = new Map<string, Uint8Array>();
  for (const content of contents) {
    const bytes = typeof content === 'function' ? Buffer.from(content(links)) : content;
    const digest = createHash('sha256').update(bytes).digest();
    const cid = readFileCid(Buffer.concat([Buffer.from('01551220', 'hex'), digest]))?.cid ?? '';
    links.push(`ipfs://${cid}`);
    blocks.set(cid, bytes);
  }
  const read: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const block = blocks.get(url.searchParams.get('arg') ?? '');
    return block ? new Response(Uint8Array.from(block)) : fetch(input, init);
  };
  return { link: links.at(-1) ?? '', read };
}

/** Lists pieces of an account, and shows the picture of one, and why there is none of another. */
async function lookAtPieces({ press, module }: Page): Promise<void> {
  const address = first?.address ?? '';
  const pieces = ['7', `${2n ** 255n}`].map((tokenId) => ({
    contract: sender,
    standard: 'erc721' as const,
    tokenId,
    block: 7,
    isOwn: false,
  }));
  await module.found.addReceived(chainId, address, pieces);
  await press(getLinkName('tokens', address));
  await module.settings.services.choose('ipfs', { url: 'https://ipfs.example' });
  await press(getLinkName('tokens', address));
  for (const { tokenId } of pieces)
    for (const part of [tokenParts.picture, tokenParts.unfold])
      await press(`${part}${sender}.${tokenId}.transfer_from`);
}

/** Every page of the module in every state, those of lost state included. */
export async function recordPages(language: string): Promise<Drawing[]> {
  const { begin, border, drawn } = recorder();
  const open = (stored: object, more: Parameters<typeof openPage>[0] = {}) =>
    openPage({
      border,
      now: () => 1_800_000_000_000,
      fetch: async () => new Response('', { status: 404 }),
      stored: { plain: { ...speaking(language), ...stored } },
      ...more,
    });

  begin('an empty page', 'page');
  await lookAround(open({}));

  begin('a full page', 'page');
  const page = open({ ...full, ...hosts });
  const failureReason = `Execution failed. Failure reason: ("ERC20: insufficient balance ${'7'.repeat(63)}")`;
  const changes = { senderAddress: first?.address ?? sender };
  const states = [
    {},
    { status: 'PENDING' },
    { status: 'ACCEPTED_ON_L2', blockNumber: 7 },
    { status: 'ACCEPTED_ON_L2', failureReason },
    { status: 'REJECTED', failureReason },
  ] as const;
  for (const [index, state] of states.entries())
    await page.module.transactions.add(storedRecord(index, { ...changes, ...state }));
  await page.refresh();
  await lookAround(page);
  for (const index of states.keys()) {
    await page.press(getLinkName('record', storedRecord(index).txnHash));
    await page.press(`${homeParts.go}main`);
  }
  const allowance = {
    token: STRK,
    spender: first?.address ?? '',
    of: 'amount',
    tokenId: null,
    block: 7,
    amount: '1234567890123456789',
    entrypoint: 'approve',
    symbol: null,
    decimals: null,
  } as const;
  await page.module.allowances.keep(chainId, first?.address ?? '', {
    low: 5,
    high: 9,
    lowTime: 1_700_000_000,
    span: 1,
    readAt: 0,
    allowances: [
      allowance,
      { ...allowance, token: sender, symbol: 'A-TOKEN', decimals: 2, amount: `${2n ** 255n}` },
      { ...allowance, token: sender, of: 'all', amount: '1' },
      { ...allowance, token: sender, of: 'piece', tokenId: `${2n ** 250n}`, amount: '1' },
    ],
  });
  await page.module.allowances.addRequested(chainId, first?.address ?? '', [
    { token: STRK, spender: allowance.spender, site: SITE, time: 1_799_000_000 },
  ]);
  await page.press(getLinkName('allowances', first?.address));
  await page.press(mainParts.find);
  for (const site of ['revoke ', 'unblock ']) await page.press(`${site}${SITE}`);

  begin('a page with balances', 'page');
  const node = await startTrialNode();
  try {
    node.says.balance = 1_234_567_890_123_456_789_012n;
    const page = open(full, { sepoliaUrl: node.url, fetch });
    await page.refresh();
    await page.press(homeParts.exact);
    for (const { address } of accounts)
      for (const part of ['receive', 'account'] as const)
        await page.press(getLinkName(part, address));
    await lookAtSending(page);
    await lookAtSeveral(page);
    await lookAtWatched(page);
  } finally {
    await node.stop();
  }

  begin('a page with NFTs', 'page');
  const ipfs = await serveBlocks(pictures.png3x2, ([image]) => JSON.stringify({ image }));
  const collection = await startTrialNode();
  try {
    const link = ipfs.link.match(/.{1,31}/gu) ?? [];
    const words = [`0x${link.length.toString(16)}`, ...link.map(shortString)];
    type Asked = { request: { entry_point_selector: string; calldata: string[] } };
    collection.says.instead.starknet_call = ({ request }: Asked) => {
      const isDescribed = sameFelt(request.entry_point_selector, getSelector('tokenURI'));
      const isFirst = request.calldata[0] === '0x7';
      return { result: isDescribed && isFirst ? words : [first?.address ?? ''] };
    };
    await lookAtPieces(open(full, { sepoliaUrl: collection.url, fetch: ipfs.read }));
  } finally {
    await collection.stop();
  }

  for (const [key, stored] of Object.entries(unreadable)) {
    begin(`a page without ${key}`, 'page');
    const lost = open({ ...full, ...stored });
    await lost.refresh();
    await lookAround(lost);
  }
  return drawn;
}
