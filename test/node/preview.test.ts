import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'starknet';
import { askChain, createBlock, type LocalChain } from '../../scripts/start/localChain';
import { toAddress, toHex } from '../../src/starknet/felt';
import { startChain } from '../chain/chain';
import { openModule } from '../wallet/openModule';
import { ONE, openAccount, readNonce, readStrk, STRK, transfer } from './account';
import { deployToken, tokenDeployment } from './deployToken';
import { known, replaceApprove, watch } from './shownFacts';

let chain: LocalChain;
beforeAll(async () => {
  chain = await startChain({ blocks: 'demand' });
}, 180_000);
afterAll(() => chain?.stop());

let nextIndex = 0;
async function open(options: Parameters<typeof openAccount>[2] = {}, deployed = true) {
  const addressIndex = nextIndex++;
  const opened = await openAccount(chain.url, { addressIndex, deployed }, options);
  const shown = watch(opened);
  const execute = (calls: unknown) =>
    opened.invoke('xnet_executeTxn', { address: opened.address, calls });
  return { ...opened, shown, execute };
}

const on = (contractAddress: string, entrypoint: string, ...calldata: (string | bigint)[]) => ({
  contractAddress,
  entrypoint,
  calldata: calldata.map((felt) => (typeof felt === 'bigint' ? toHex(felt) : felt)),
});
async function view(contract: string, name: string, ...calldata: string[]): Promise<bigint> {
  const request = {
    contract_address: contract,
    entry_point_selector: hash.getSelectorFromName(name),
    calldata,
  };
  const [low = '0x0'] = await askChain<string[]>(chain.url, 'starknet_call', {
    request,
    block_id: 'pre_confirmed',
  });
  return BigInt(low);
}

const strkChange = { symbol: 'STRK', address: STRK, verified: true };
const host = () => new URL(chain.url).host;

describe('the preview of what the chain then does', () => {
  it('shows a transfer, and names the node that told it', async () => {
    const { shown, execute } = await open();
    const before = await readStrk(chain.url, '0xf001');
    await execute(transfer(3n * ONE, '0xf001'));
    expect(shown[0]?.preview).toEqual({
      state: 'known',
      source: host(),
      changes: [{ kind: 'send', amount: '3', ...strkChange }],
    });
    expect(await readStrk(chain.url, '0xf001')).toBe(before + 3n * ONE);
  });

  it('shows an approval, and all that others may take', async () => {
    const { address, shown, execute } = await open();
    const most = 2n ** 128n - 1n;
    await execute([
      on(STRK, 'approve', '0xa1', 5n * ONE, 0n),
      on(STRK, 'approve', '0xa2', most, most),
    ]);
    expect(known(shown[0]).changes).toEqual([
      { kind: 'allow', amount: '5', ...strkChange, spender: toAddress('0xa1') },
      { kind: 'allow', amount: null, ...strkChange, spender: toAddress('0xa2') },
    ]);
    expect(await view(STRK, 'allowance', address, '0xa1')).toBe(5n * ONE);
  });

  it('shows several calls, without what is spent of an allowance and what comes back', async () => {
    const { address, shown, execute } = await open();
    const before = await readStrk(chain.url, '0xf002');
    await execute([
      on(STRK, 'approve', address, 4n * ONE, 0n),
      on(STRK, 'transfer_from', address, '0xf002', ONE, 0n),
      transfer(ONE, address),
      transfer(ONE / 2n, '0xf002'),
      on(STRK, 'approve', '0xa3', ONE, 0n),
      on(STRK, 'approve', '0xa3', 0n, 0n),
    ]);
    expect(known(shown[0]).changes).toEqual([
      { kind: 'send', amount: '1.5', ...strkChange },
      { kind: 'allow', amount: '3', ...strkChange, spender: address },
      { kind: 'allow', amount: '0', ...strkChange, spender: toAddress('0xa3') },
    ]);
    expect(await readStrk(chain.url, '0xf002')).toBe(before + (3n * ONE) / 2n);
    expect(await view(STRK, 'allowance', address, address)).toBe(3n * ONE);
  });

  it('shows a deployment of the account with a transfer', async () => {
    const { address, shown, execute } = await open({}, false);
    await execute(transfer(ONE, '0xf003'));
    expect(known(shown[0]).changes).toEqual([{ kind: 'send', amount: '1', ...strkChange }]);
    expect(await readStrk(chain.url, '0xf003')).toBe(ONE);
    expect(await readNonce(chain.url, address)).toBe(2n);
  });

  it('shows a new token by what its contract says, and sends it then', async () => {
    const { address, shown, execute } = await open();
    const token = { name: 'Preview', symbol: 'PRE', decimals: 4, supply: 1_234_567n };
    const { call, address: minted } = await tokenDeployment(chain.url, address, token);
    await execute(call);
    const change = { symbol: 'PRE', address: toAddress(minted), verified: false };
    // The token is not deployed yet, so its symbol is unknown.
    expect(known(shown[0]).changes).toEqual([
      {
        ...change,
        kind: 'receive',
        amount: '1234567',
        symbol: null,
        isSmallest: true,
      },
    ]);
    await execute(on(minted, 'transfer', '0xf004', 34_567n, 0n));
    expect(known(shown[1]).changes).toEqual([{ kind: 'send', amount: '3.4567', ...change }]);
    expect(await view(minted, 'balanceOf', address)).toBe(1_200_000n);
  });

  it.each([
    [
      'a symbol of another script',
      { symbol: 'USDС', decimals: 6 },
      { amount: '0.7', symbol: null },
    ],
    [
      'more decimals than there can be',
      { symbol: 'MANY', decimals: 77 },
      { amount: '700000', symbol: 'MANY', isSmallest: true },
    ],
  ])('refuses to believe a token with %s', async (name, told, shownOf) => {
    const { execute, shown, ...opened } = await open();
    const minted = await deployToken(chain.url, opened, { name: name.slice(-20), ...told });
    await execute(on(minted, 'transfer', '0xf005', 700_000n, 0n));
    const change = { ...shownOf, address: toAddress(minted), verified: false };
    expect(known(shown.at(-1)).changes).toEqual([{ kind: 'send', ...change }]);
  });

  it('shows a revert, and sends nothing unless the user insists', async () => {
    const opened = await open();
    const refusing = openModule({ sepoliaUrl: chain.url, stored: opened.state, user: () => false });
    const shown = watch(refusing);
    const { address } = opened;
    const calls = transfer(1_000n * ONE);
    await expect(refusing.invoke('xnet_executeTxn', { address, calls })).rejects.toMatchObject({
      kind: 'userRejected',
    });
    expect(shown[0]).toMatchObject({
      preview: { state: 'reverts', source: host(), reason: 'ERC20: insufficient balance' },
      warnings: expect.arrayContaining([
        expect.objectContaining({ rule: 'previewReverts', severity: 'critical' }),
      ]),
      fee: { expected: expect.stringMatching(/^0\.\d+$/u) },
    });
    expect(JSON.stringify(shown[0]?.details)).toContain('argent/multicall-failed');
    expect(await readNonce(chain.url, address)).toBe(1n);
    await opened.execute(calls);
    expect(await readNonce(chain.url, address)).toBe(2n);
  });
});

describe('own computing', () => {
  it('computes for twenty calls of known contracts little more than for one', async () => {
    const { address, execute, state } = await open();
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? transfer(BigInt(index + 1), toHex(BigInt(0xe000 + index)))
        : on(STRK, 'approve', toHex(BigInt(0xe000 + index)), BigInt(index), 0n),
    );
    await execute(calls);
    await createBlock(chain.url);
    let waited = 0;
    let began = 0;
    let took = Number.POSITIVE_INFINITY;
    const opened = openModule({
      sepoliaUrl: chain.url,
      stored: state,
      async fetch(url, init) {
        const at = performance.now();
        const response = await fetch(url, init);
        const body = await response.text();
        waited += performance.now() - at;
        return new Response(body, response);
      },
      user: () => false,
    });
    replaceApprove(opened, (approve) => (...args) => {
      took = performance.now() - began - waited;
      return approve(...args);
    });
    const reviewMs = async (asked: typeof calls): Promise<number> => {
      [waited, began] = [0, performance.now()];
      await opened.invoke('xnet_executeTxn', { address, calls: asked }).catch(() => undefined);
      // Refusals count towards a block, which is not the subject here.
      await opened.module.blocks.lift('https://dapp.example');
      return took;
    };
    const [one, twenty]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round += 1) {
      one.push(await reviewMs(calls.slice(0, 1)));
      twenty.push(await reviewMs(calls));
    }
    const ratio = Math.min(...twenty) / Math.min(...one);
    process.stdout.write(`review of 20 calls: ${ratio.toFixed(1)} × that of one\n`);
    expect(ratio).toBeLessThan(5);
  });
});
