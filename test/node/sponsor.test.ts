import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import { askChain, type LocalChain } from '../../scripts/start/localChain';
import { trackTransactions } from '../../src/flow/history/track';
import { SPONSORED } from '../../src/flow/paymaster/sponsor';
import { chainIds } from '../../src/schema/primitives';
import { toAddress } from '../../src/starknet/felt';
import { getSelector } from '../../src/starknet/selector';
import { knownTokens } from '../../src/starknet/tokens/erc20';
import { startChain } from '../chain/chain';
import {
  FEE_TAKER,
  type PaymasterServer,
  type Signed,
  startPaymasterServer,
  suggestedMaximum,
} from '../review/paymasterServer';
import { createRelay } from '../review/relay';
import { openAccount, readNonce, readStrk, transfer } from './account';
import { getText, readDialog, type Shown } from './readDialog';

const chainId = chainIds.sepolia;
const ETH = knownTokens.ETH.address;
const KEY = 'canary0123456789abcdef';

let chain: LocalChain;
let paymaster: PaymasterServer;
let relay: ReturnType<typeof createRelay>;
beforeAll(async () => {
  chain = await startChain();
  relay = createRelay(chain);
  paymaster = await startPaymasterServer({ key: KEY, relay });
}, 180_000);
afterAll(async () => {
  await paymaster?.stop();
  await chain?.stop();
});

async function ethOf(address: string): Promise<bigint> {
  const [low = '0x0'] = await askChain<string[]>(chain.url, 'starknet_call', {
    request: {
      contract_address: ETH,
      entry_point_selector: getSelector('balanceOf'),
      calldata: [address],
    },
    block_id: 'pre_confirmed',
  });
  return BigInt(low);
}

/** An account with a paymaster, whose user selects the fee token before approving. */
async function open(addressIndex: number, account: { funds?: bigint; deployed?: boolean } = {}) {
  const dialogs: Shown[] = [];
  let picked: string | undefined;
  const opened = await openAccount(
    chain.url,
    { addressIndex, ...account },
    {
      async user(_dialog, page) {
        if (picked === undefined || !page) return true;
        await page.fillIn('payWith', picked);
        while (!isSettled(page.tree())) await page.change();
        dialogs.push(readDialog(page.tree()));
        return true;
      },
    },
  );
  const { module, address, invoke } = opened;
  await askChain(chain.url, 'devnet_mint', { address, amount: 10 ** 15, unit: 'WEI' });
  await module.settings.paymasters.choose(chainId, { url: paymaster.url, key: KEY });
  return {
    ...opened,
    dialogs,
    async pay(payWith: string, amount: bigint, recipient: string): Promise<string> {
      picked = payWith;
      const calls = [transfer(amount, recipient)];
      const sent = await invoke('xnet_executeTxn', { address, calls });
      picked = undefined;
      return sent.transaction_hash;
    },
  };
}
/** True once the choice took effect or failed. */
const isSettled = (tree: JSXElement): boolean => {
  const { warnings } = readDialog(tree);
  return (
    getText(tree).includes('sends it and') ||
    warnings.some(({ title }) => title === 'Your choice was not applied')
  );
};

describe('a paymaster on a real chain', () => {
  it('carries out a transfer, and takes its fee in another token', async () => {
    const { module, address, pay, invoke, dialogs } = await open(30);
    const [strk, eth, taken] = [
      await readStrk(chain.url, address),
      await ethOf(address),
      await ethOf(FEE_TAKER),
    ];
    const hash = await pay(ETH, 7n, '0x7e57a');
    const shown = (section: string, label: string) =>
      dialogs[0]?.facts.find((fact) => fact.section === section && fact.label === label)?.value;
    expect(shown('', 'Maximum fee')).toBe('0.00003 ETH');
    expect(shown('Fee', 'Pay with')).toBe('ETH');
    expect(shown('Fee', 'Speed')).toBeUndefined();
    expect(shown('Sent by a paymaster', 'Paymaster')).toBe(new URL(paymaster.url).host);
    expect(shown('Sent by a paymaster', 'Fee goes to')?.replaceAll(' ', '')).toBe(
      toAddress(FEE_TAKER),
    );
    expect(await readStrk(chain.url, '0x7e57a')).toBe(7n);
    expect(await readStrk(chain.url, address)).toBe(strk - 7n);
    expect(await ethOf(address)).toBe(eth - suggestedMaximum);
    expect(await ethOf(FEE_TAKER)).toBe(taken + suggestedMaximum);

    await trackTransactions(module);
    const [record] = await module.transactions.recent(chainId, address);
    expect(record).toMatchObject({
      txnHash: hash,
      senderAddress: address,
      contractFuncName: 'transfer',
      status: 'ACCEPTED_ON_L2',
      executionStatus: 'SUCCEEDED',
    });
    // It used no nonce of the account: its own transactions continue.
    await invoke('xnet_executeTxn', { address, calls: [transfer(1n, '0x7e57a')] });
    expect(await readStrk(chain.url, '0x7e57a')).toBe(8n);
  }, 60_000);

  it('pays for who has its key', async () => {
    const { address, pay } = await open(31);
    const [strk, eth] = [await readStrk(chain.url, address), await ethOf(address)];
    await pay(SPONSORED, 5n, '0x7e57b');
    expect(await readStrk(chain.url, '0x7e57b')).toBe(5n);
    expect(await readStrk(chain.url, address)).toBe(strk - 5n);
    expect(await ethOf(address)).toBe(eth);
  }, 60_000);

  it.each([
    ['a token', ETH, 38, 10n ** 15n - suggestedMaximum],
    ['the paymaster itself', SPONSORED, 39, 10n ** 15n],
  ])(
    'deploys an account without STRK, paid by %s',
    async (_, payWith, index, rest) => {
      const { module, address, pay, dialogs } = await open(index, {
        funds: 0n,
        deployed: false,
      });
      expect(await readNonce(chain.url, address)).toBeUndefined();
      const hash = await pay(payWith, 0n, '0x7e57e');
      expect(JSON.stringify(dialogs[0])).toContain('First transaction of this account');
      expect(await ethOf(address)).toBe(rest);
      expect(await readNonce(chain.url, address)).toBe(0n);
      await trackTransactions(module);
      expect(await module.transactions.find(chainId, hash)).toMatchObject({
        status: 'ACCEPTED_ON_L2',
        executionStatus: 'SUCCEEDED',
      });
      // From now on it is like any other.
      await pay(payWith, 0n, '0x7e57e');
      const kinds = paymaster.asked
        .filter(({ method }) => method === 'paymaster_executeTransaction')
        .map(({ params }) => (params.transaction as { type: string }).type);
      expect(kinds.slice(-2)).toEqual(['deploy_and_invoke', 'invoke']);
    },
    60_000,
  );

  it('executes what was signed once only', async () => {
    const { pay, address } = await open(32);
    await pay(ETH, 3n, '0x7e57c');
    const signed = paymaster.asked
      .filter(({ method }) => method === 'paymaster_executeTransaction')
      .at(-1)?.params.transaction as { invoke: Signed };
    const balance = await readStrk(chain.url, address);
    await expect(relay(signed.invoke)).rejects.toThrow('nonce');
    expect(await readStrk(chain.url, address)).toBe(balance);
  }, 60_000);

  it('pays in STRK, and signs nothing for a paymaster that lies', async () => {
    const { pay, address, dialogs } = await open(33);
    const eth = await ethOf(address);
    const before = paymaster.asked.length;
    paymaster.lie(({ typed_data }) => {
      const [call] = typed_data.message.Calls as { Calldata: string[] }[];
      call?.Calldata.splice(1, 1, '0x8');
    });
    await pay(ETH, 7n, '0x7e57d');
    paymaster.lie(() => undefined);
    expect(dialogs[0]?.warnings).toMatchObject([{ title: 'Your choice was not applied' }]);
    expect(dialogs[0]?.facts).toContainEqual(
      expect.objectContaining({ section: 'Fee', label: 'Pay with', value: 'STRK' }),
    );
    expect(await readStrk(chain.url, '0x7e57d')).toBe(7n);
    expect(await ethOf(address)).toBe(eth);
    const asked = paymaster.asked.slice(before).map(({ method }) => method);
    expect(asked).not.toContain('paymaster_executeTransaction');
  }, 60_000);
});
