import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transferCall } from '../../../test/chain/transferCall';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import { watch } from '../../../test/node/shownFacts';
import { inEnglish, tells } from '../../../test/review/subject';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts, storedDeployed } from '../../../test/wallet/storedAccounts';
import { chainIds } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { tokenChanged } from '../warnings/token';

const chainId = chainIds.sepolia;
const token = toAddress(0x7041n);
const [account] = storedAccounts(chainId, 1);
const address = account?.address ?? '';

let node: TrialNode;
/** What the contract says by the node in use. */
let said: { symbol: string; decimals: string };
beforeEach(async () => {
  node = await startTrialNode();
  said = { symbol: '0x5348454c4c', decimals: '0x6' };
  node.says.instead.starknet_call = ({ request }: { request: Record<string, string> }) => {
    const { entry_point_selector: asked = '' } = request;
    if (asked === getSelector('symbol')) return { result: [said.symbol] };
    if (asked === getSelector('decimals')) return { result: [said.decimals] };
    return { result: ['0x8ac7230489e80000', '0x0'] };
  };
});
afterEach(() => node.stop());

/** A module whose user added the token while another node said this of it. */
async function open(added: { symbol: string; decimals: number }) {
  let isConfirmed = true;
  const opened = openModule({
    sepoliaUrl: node.url,
    stored: storedDeployed(chainId),
    user: () => isConfirmed,
  });
  await opened.module.tokens.save(chainId, { address: token, name: 'Shells', ...added });
  const shown = watch(opened);
  async function send(confirms = true) {
    isConfirmed = confirms;
    node.seen.length = 0;
    const calls = [transferCall(token, '0x7e57', 1_000_000n)];
    await opened.invoke('xnet_executeTxn', { address, calls }).catch(() => undefined);
    const facts = shown.at(-1);
    return {
      warning: facts?.warnings.find(({ rule }) => rule === 'tokenChanged'),
      title: JSON.stringify(facts?.title),
    };
  }
  const stored = async () => (await opened.module.tokens.list(chainId))[0];
  return { send, stored };
}

describe('a token of the watch list', () => {
  // @promise T10.5
  it('reads a watched token again in a review that names it, warns and updates it', async () => {
    const { send, stored } = await open({ symbol: 'SHELL', decimals: 18 });
    const { warning, title } = await send(false);
    expect(warning).toMatchObject({ severity: 'high' });
    expect(warning && inEnglish(warning.text)).toContain(
      'was SHELL with 18 decimals when you added it. Now it is SHELL with 6',
    );
    expect(title).toContain('"amount":"1"');
    expect(await stored()).toMatchObject({ symbol: 'SHELL', decimals: 6 });
  });

  // @promise T10.5
  it('warns until the user has approved once', async () => {
    const { send, stored } = await open({ symbol: 'SHELL', decimals: 18 });
    expect((await send(false)).warning).toBeDefined();
    expect((await send(false)).warning).toBeDefined();
    expect((await send(true)).warning).toBeDefined();
    expect(await stored()).not.toHaveProperty('was');
    expect((await send(true)).warning).toBeUndefined();
  });

  it('withdraws the warning if the contract returns to its first answer', async () => {
    const { send, stored } = await open({ symbol: 'SHELL', decimals: 6 });
    said.decimals = '0x12';
    expect((await send(false)).warning).toBeDefined();
    said.decimals = '0x6';
    expect((await send(false)).warning).toBeUndefined();
    expect(await stored()).toMatchObject({ decimals: 6 });
    expect(await stored()).not.toHaveProperty('was');
  });

  // @promise T10.5
  it.each([
    ['another symbol', { symbol: toHex(0x5354524bn) }, 'caution', { symbol: 'STRK' }],
    ['no decimals', { decimals: '0x99' }, 'high', { decimals: 6 }],
  ])('warns of a token with %s', async (_, change, severity, kept) => {
    const { send, stored } = await open({ symbol: 'SHELL', decimals: 6 });
    said = { ...said, ...change };
    expect((await send(false)).warning).toMatchObject({ severity });
    expect(await stored()).toMatchObject(kept);
  });

  // @promise T10.5
  it('warns of nothing, at no further request, if nothing has changed', async () => {
    const { send } = await open({ symbol: 'SHELL', decimals: 6 });
    expect((await send()).warning).toBeUndefined();
    const asked = node.seen.filter(({ methods }) => methods.includes('starknet_call'));
    const { send: sendOther } = await open({ symbol: 'SHELL', decimals: 6 });
    await sendOther();
    expect(node.seen.filter(({ methods }) => methods.includes('starknet_call'))).toHaveLength(
      asked.length,
    );
    expect(tells(tokenChanged, {})).toEqual([]);
  });
});
