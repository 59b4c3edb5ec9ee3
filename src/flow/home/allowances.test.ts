import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { openPage } from '../../../test/wallet/openPage';
import { storedDeployed } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import { chainIds, sameFelt } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { UNLIMITED } from '../../starknet/tokens/event';
import { decodeExecute } from '../../starknet/transactions/calls';
import { allowanceParts } from '../../ui/home/allowances';
import { getLinkName } from '../../ui/home/view';

const chainId = chainIds.sepolia;
const STRK = knownTokens.STRK.address;
const USDC = sepolia.tokens.USDC.address;
const allowed = [
  { token: STRK, spender: '0x51', amount: UNLIMITED },
  { token: USDC, spender: '0x52', amount: 7_500_000n },
];

let node: TrialNode;
beforeEach(async () => {
  node = await startTrialNode();
});
afterEach(() => node.stop());

type Asked = {
  request: { contract_address: string; entry_point_selector: string; calldata: string[] };
};

/** The page over a node on which an account has allowed these. */
function open(user?: () => boolean) {
  const stored = storedDeployed(chainId);
  const page = openPage({ sepoliaUrl: node.url, stored, ...(user && { user }) });
  const owner = stored.plain.accounts[chainId]?.[0]?.address ?? '';
  node.says.instead.starknet_blockNumber = () => ({ result: 1_000 });
  node.says.instead.starknet_getEvents = () => ({
    result: {
      events: allowed.map(({ token, spender, amount }, at) => ({
        from_address: toHex(BigInt(token)),
        keys: [getSelector('Approval'), toHex(BigInt(owner)), spender],
        data: uint256Felts(amount),
        block_number: 900 + at,
        transaction_hash: '0x1',
      })),
    },
  });
  node.says.instead.starknet_getBlockWithTxHashes = () => ({
    result: { timestamp: 1_700_000_000, transactions: [], l1_da_mode: 'BLOB' },
  });
  node.says.instead.starknet_call = ({ request }: Asked) => {
    if (request.entry_point_selector !== getSelector('allowance'))
      return { result: [toHex(node.says.balance), '0x0'] };
    const found = allowed.find(
      ({ token, spender }) =>
        sameFelt(token, request.contract_address) && sameFelt(spender, request.calldata[1] ?? ''),
    );
    return { result: uint256Felts(found?.amount ?? 0n) };
  };
  const look = () => page.press(getLinkName('allowances', owner));
  const keys = async () =>
    [...(await page.now()).matchAll(/"name":"page\.revoke\.([^"]+)"/gu)].map(
      ([, key]) => key ?? '',
    );
  /** The calls of the transaction that was sent last. */
  const sent = () => {
    const last = node.sent.at(-1);
    const calls = last && 'calldata' in last ? decodeExecute(last.calldata, 1) : undefined;
    return calls?.map(({ to, calldata }) => [to, ...calldata.map((felt) => toHex(BigInt(felt)))]);
  };
  return { ...page, owner, look, keys, sent };
}

describe('the page of allowances', () => {
  it('lists what contracts may spend, unlimited first, with how far back it looked', async () => {
    const { look, now } = open();
    await look();
    const page = await now();
    expect(page).toMatch(/unlimited STRK.*7\.5 USDC/su);
    expect(page).toContain('All blocks were looked at.');
    expect(page).toContain('Session keys');
  });

  it('says when each was given, and by whose request', async () => {
    const { look, now, module, owner } = open();
    const request = { token: USDC, spender: toAddress('0x52'), time: 1_690_000_000 };
    await module.allowances.addRequested(chainId, owner, [
      { ...request, site: 'https://swap.example' },
    ]);
    await look();
    const page = await now();
    expect(page).toMatch(
      /unlimited STRK.*Allowed [^"]*2023.*7\.5 USDC.*Asked by https:\/\/swap\.example, [^"]*2023/su,
    );
    expect(page.match(/Asked by/gu)).toHaveLength(1);
  });

  it('revokes one after the review of a site’s request, and shows the list again', async () => {
    const { look, keys, press, sent, dialogs, now } = open();
    await look();
    const [first] = await keys();
    await press(`${allowanceParts.revoke}${first}`);
    expect(dialogs).toHaveLength(1);
    expect(JSON.stringify(dialogs[0])).not.toContain('Asked by');
    expect(sent()).toEqual([[STRK, '0x51', '0x0', '0x0']]);
    expect(await now()).toContain('What contracts may take');
    expect(await now()).toContain('"title":"Sent"');
  });

  it('says that a change waits beside the buttons, which stay if a node never reports it', async () => {
    const { look, keys, press, now, refresh } = open();
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'RECEIVED' },
    });
    await look();
    const [first, second] = await keys();
    await press(`${allowanceParts.revoke}${first}`);
    expect(await keys()).toEqual([first, second]);
    expect(await now()).toMatch(/unlimited STRK.*Sent, waiting.*7\.5 USDC/su);
    node.says.instead.starknet_getTransactionStatus = () => ({
      result: { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' },
    });
    await refresh();
    expect(await keys()).toEqual([first, second]);
    expect(await now()).not.toContain('Sent, waiting');
  });

  it('revokes several in one transaction', async () => {
    const { look, keys, input, sent } = open();
    await look();
    const value = Object.fromEntries((await keys()).map((key) => [key, true]));
    await input({ type: 'FormSubmitEvent', name: `${allowanceParts.several}0x1`, value });
    expect(sent()).toEqual([
      [STRK, '0x51', '0x0', '0x0'],
      [USDC, '0x52', '0x0', '0x0'],
    ]);
    expect(node.sent).toHaveLength(1);
  });

  it('leaves those ticked that the user did not confirm', async () => {
    const { look, keys, input, module, owner } = open(() => false);
    await look();
    const [first = '', second = ''] = await keys();
    const value = { [first]: false, [second]: true };
    await input({ type: 'FormSubmitEvent', name: `${allowanceParts.several}${owner}`, value });
    expect(node.sent).toEqual([]);
    const form = `${allowanceParts.several}${owner}`;
    expect(await module.dialogs.formState('interface-0', form)).toEqual(value);
  });

  it('lowers one to what is typed, and to nothing that is not lower', async () => {
    const { look, keys, press, input, sent, now } = open();
    await look();
    const [, key] = await keys();
    await press(`${allowanceParts.unfold}${key}`);
    expect(await now()).toContain('Allow at most');
    const type = (amount: string) =>
      input({ type: 'FormSubmitEvent', name: `${allowanceParts.lower}${key}`, value: { amount } });
    for (const amount of ['', 'all', '1,000', '7.5000001', '8'])
      await type(amount).then(async () => expect(await now()).toContain('Not accepted'));
    expect(node.sent).toEqual([]);
    await type('2.5');
    expect(sent()).toEqual([[USDC, '0x52', toHex(2_500_000n), '0x0']]);
  });

  it('lowers one to what the language of the user writes', async () => {
    const { look, keys, input, sent, now, module } = open();
    await module.settings.language.choose('de');
    await look();
    const [, key] = await keys();
    const type = (amount: string) =>
      input({ type: 'FormSubmitEvent', name: `${allowanceParts.lower}${key}`, value: { amount } });
    await type('7.000');
    expect(await now()).toContain('7,5 USDC');
    expect(node.sent).toEqual([]);
    await type('≈ 1,125 USDC');
    expect(sent()).toEqual([[USDC, '0x52', toHex(1_125_000n), '0x0']]);
  });

  it('ignores keys that name nothing, and signs nothing that the user rejects', async () => {
    const { look, keys, press, input } = open(() => false);
    await look();
    await press(`${allowanceParts.revoke}amount-1-2-`);
    await input({
      type: 'FormSubmitEvent',
      name: `${allowanceParts.several}x`,
      value: { x: true },
    });
    const [first] = await keys();
    await press(`${allowanceParts.revoke}${first}`);
    expect(node.sent).toEqual([]);
  });

  it('shows what was stored while the node is down, says why, and tries again', async () => {
    const { look, now, press } = open();
    await look();
    const { starknet_blockNumber } = node.says.instead;
    node.says.instead.starknet_blockNumber = () => ({ error: { code: -32603, message: 'down' } });
    await look();
    expect(await now()).toMatch(/did not answer.*Try again.*unlimited STRK.*7\.5 USDC/su);
    node.says.instead.starknet_blockNumber = starknet_blockNumber ?? (() => ({ result: 1 }));
    await press(/"name":"(page\.go\.allowances [^"]+)"/u.exec(await now())?.[1] ?? '');
    expect(await now()).not.toContain('did not answer');
  });

  it('offers no signature for an account that its phrase cannot use', async () => {
    const { look, now, module } = open();
    const [account] = await module.accounts.list(chainId);
    await look();
    await module.accounts.change(chainId, account?.address ?? '', (one) => ({
      ...one,
      obstacle: 'guardian' as const,
    }));
    await look();
    expect(await now()).toContain('unlimited STRK');
    expect(await now()).not.toContain(allowanceParts.revoke);
  });
});
