import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RpcAnswer } from '../../../test/chain/faultServer';
import { startTrialNode, type TrialNode } from '../../../test/chain/trialNode';
import {
  limitBalances,
  type PaymasterServer,
  type Signed,
  startPaymasterServer,
  suggestedMaximum,
} from '../../../test/review/paymasterServer';
import { openModule } from '../../../test/wallet/openModule';
import { storedAccounts } from '../../../test/wallet/storedAccounts';
import { sepolia } from '../../networks/sepolia';
import { chainIds, sameFelt, USER } from '../../schema/primitives';
import { toAddress, toHex } from '../../starknet/felt';
import { getSelector } from '../../starknet/selector';
import { knownTokens, uint256Felts } from '../../starknet/tokens/erc20';
import { decodeExecute } from '../../starknet/transactions/calls';
import { maximumFee } from '../../starknet/transactions/fees';
import type { Received } from '../../state/received';
import { withAccountLock } from '../transactions/locks';
import { moveEverything } from './moveEverything';

const chainId = chainIds.sepolia;
const { STRK, ETH } = knownTokens;
const USDC = sepolia.tokens.USDC.address;
const MINE = toAddress('0x3333');
/** More than the module reads of a response. */
const MOST_BYTES = 10 * 2 ** 20;
const [from, to] = storedAccounts(chainId, 2);
if (!from || !to) throw new Error('The vectors hold two accounts.');

let node: TrialNode;
/** Balances by token; other contracts are no tokens. */
let balances: Record<string, bigint>;
type Asked = { request: { contract_address: string } };
beforeEach(async () => {
  node = await startTrialNode();
  balances = { [STRK.address]: 10n ** 18n, [ETH.address]: 0n, [USDC]: 5_000_000n };
  node.says.instead.starknet_call = ({ request }: Asked) => {
    const [, amount] =
      Object.entries(balances).find(([token]) => sameFelt(token, request.contract_address)) ?? [];
    const missing = { error: { code: 21, message: 'Requested entrypoint does not exist' } };
    return amount === undefined ? missing : { result: uint256Felts(amount) };
  };
});
afterEach(() => node.stop());

async function open(
  changes: object,
  target: object,
  received: readonly Received[] = [],
  options: Parameters<typeof openModule>[0] = {},
) {
  const stored = [
    { ...from, deployment: 'deployed' as const, ...changes },
    { ...to, ...target },
  ];
  const opened = openModule({
    sepoliaUrl: node.url,
    stored: { plain: { version: 1, accounts: { [chainId]: stored } } },
    ...options,
  });
  await opened.module.tokens.save(chainId, {
    address: MINE,
    name: 'M',
    symbol: 'MINE',
    decimals: 0,
  });
  await opened.module.found.addReceived(chainId, from?.address ?? '', received);
  const [account, recipient] = await opened.module.accounts.list(chainId);
  if (!account || !recipient) throw new Error('Two accounts are stored.');
  const network = { chainId, name: 'Starknet Sepolia' };
  const context = { origin: USER, method: 'xnet_executeTxn', network };
  const start = () => moveEverything(opened.module, context, account, recipient.address);
  return { ...opened, context, account, start };
}

async function move(changes: object = {}, target: object = {}, received: readonly Received[] = []) {
  const opened = await open(changes, target, received);
  return { ...opened, moving: opened.start() };
}

/** What the transaction that was sent last moves, and the most that its fee can be. */
function sent() {
  const last = node.sent.at(-1);
  if (last?.type !== 'INVOKE') throw new Error('Nothing was sent.');
  const calls = decodeExecute(last.calldata, 1) ?? [];
  const moved = calls.map(({ to: token, calldata: [recipient = '0', low = '0'] }) => {
    expect(toAddress(recipient)).toBe(to?.address);
    return [token, BigInt(low)] as const;
  });
  return { moved, maximum: maximumFee(last.resource_bounds, last.tip) };
}

describe('moveEverything', () => {
  it('moves every token that the account has, and of STRK all but the most that the fee can be', async () => {
    const { moving, dialogs } = await move();
    await moving;
    expect(node.sent).toHaveLength(1);
    const { moved, maximum } = sent();
    expect(moved.map(([token]) => token)).toEqual([USDC, STRK.address]);
    const [, strk = 0n] = moved[1] ?? [];
    expect(strk + maximum).toBeLessThanOrEqual(10n ** 18n);
    // What stays is the margin of the fee, and nothing else.
    expect(10n ** 18n - strk).toBeLessThan(3n * node.says.gas * node.says.gasPrice);
    expect(dialogs).toHaveLength(1);
    const shown = JSON.stringify(dialogs[0]);
    expect(shown).not.toContain('Asked by');
    expect(shown).not.toContain('You send all of');
    expect(shown).toContain('Move everything to Account 2');
  });

  it('moves what the account has when its turn comes', async () => {
    const { module, context, account, start, dialogs } = await open({}, {});
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    const claiming = withAccountLock(module, { context, account }, () => confirmed);
    const moving = start();
    // Long enough for whatever would be read before.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(node.calls).toEqual([]);
    balances[USDC] = 505_000_000n;
    confirm();
    await Promise.all([claiming, moving]);
    expect(sent().moved[0]).toEqual([USDC, 505_000_000n]);
    expect(JSON.stringify(dialogs[0])).toContain('Move everything to Account 2');
  });

  it('claims to move everything only if no earlier transaction is on its way', async () => {
    const { module, start, dialogs } = await open({}, {});
    await start();
    const second = await start();
    node.says.nonce += 2n;
    const settled = { status: 'ACCEPTED_ON_L2' } as const;
    await module.transactions.change(chainId, second, (record) => ({ ...record, ...settled }));
    await start();
    const isEverything = dialogs.map((dialog) =>
      JSON.stringify(dialog).includes('Move everything to Account 2'),
    );
    expect(isEverything).toEqual([true, false, true]);
  });

  it('moves added tokens, and leaves them behind if the transaction fails with them', async () => {
    balances[MINE] = 7n;
    await (await move()).moving;
    expect(sent().moved.map(([token]) => token)).toEqual([USDC, MINE, STRK.address]);
    const reverts = { error: { code: 41, message: 'Transaction execution error', data: {} } };
    node.says.instead.starknet_estimateFee = ({
      request,
    }: {
      request: { calldata: string[] }[];
    }) =>
      request.some(({ calldata }) => calldata.some((felt) => sameFelt(felt, MINE)))
        ? reverts
        : { result: request.map(() => cost) };
    const { moving, dialogs } = await move();
    await moving;
    expect(sent().moved.map(([token]) => token)).toEqual([USDC, STRK.address]);
    expect(JSON.stringify(dialogs[0])).not.toContain('Move everything');
  });

  describe('with pieces', () => {
    const collection = toAddress('0x4444');
    const several = toAddress('0x5555');
    const block = { block: 7, isOwn: false };
    const received = [
      { contract: collection, standard: 'erc721', tokenId: '7', ...block },
      { contract: collection, standard: 'erc721', tokenId: '8', ...block },
      { contract: several, standard: 'erc1155', tokenId: `${2n ** 130n}`, ...block },
    ] as const;
    const [sender, recipient] = [from.address, to.address].map((one) => toHex(BigInt(one)));
    const isOf = (selector: string, name: string) => sameFelt(selector, getSelector(name));
    /** Contracts whose transfers fail. */
    let failing: string[];
    /** Gas that a transfer of the piece takes of which there are several. */
    let dearGas: bigint;
    /** The answer about that piece, in place of the usual one. */
    let ofSeveral: (() => RpcAnswer) | undefined;
    beforeEach(() => {
      failing = [];
      dearGas = 0n;
      ofSeveral = undefined;
      const { starknet_call: readBalance } = node.says.instead;
      type View = { contract_address: string; entry_point_selector: string; calldata: string[] };
      node.says.instead.starknet_call = (params: { request: View }) => {
        const {
          contract_address: contract,
          entry_point_selector: selector,
          calldata,
        } = params.request;
        if (ofSeveral && sameFelt(contract, several)) return ofSeveral();
        const isHere = sameFelt(contract, collection) && isOf(selector, 'owner_of');
        if (isHere) return { result: [sameFelt(calldata[0] ?? '', '0x7') ? from.address : MINE] };
        if (sameFelt(contract, several) && isOf(selector, 'balanceOf'))
          return { result: uint256Felts(3n) };
        return readBalance?.(params as never) ?? { result: [] };
      };
      type Asked = { request: { calldata: string[] }[] };
      node.says.instead.starknet_estimateFee = ({ request }: Asked) =>
        request.some(({ calldata }) =>
          calldata.some((felt) => failing.some((contract) => sameFelt(felt, contract))),
        )
          ? { error: { code: 41, message: 'Transaction execution error', data: {} } }
          : { result: request.map((transaction) => costOf(transaction)) };
      const costOf = ({ calldata }: { calldata: string[] }) => {
        const isDear = calldata.some((felt) => sameFelt(felt, several));
        const gas = node.says.gas + (isDear ? dearGas : 0n);
        return { ...cost, l2_gas_consumed: toHex(gas), overall_fee: toHex(gas * 10n ** 10n) };
      };
    });
    const sentCalls = () => {
      const last = node.sent.at(-1);
      return (last?.type === 'INVOKE' ? decodeExecute(last.calldata, 1) : undefined) ?? [];
    };
    /** The calls that were sent, but for those of tokens. */
    const sentPieces = () =>
      sentCalls()
        .filter((call) => [collection, several].some((one) => sameFelt(one, call.to)))
        .map((call) => [toAddress(call.to), ...call.calldata.map((felt) => toHex(BigInt(felt)))]);
    const one = [collection, sender, recipient, '0x7', '0x0'];

    it('moves those that are the account’s, all of each, and says how many', async () => {
      const { moving, dialogs } = await move({}, {}, received);
      await moving;
      expect(node.sent).toHaveLength(1);
      expect(sentPieces()).toEqual([
        one,
        [several, sender, recipient, '0x0', '0x4', '0x3', '0x0', '0x0'],
      ]);
      expect(JSON.stringify(dialogs[0])).toContain('Move everything with 2 NFTs to Account 2');
    });

    it.each<[string, string[], string[][]]>([
      ['several of a piece', [several], [one as string[]]],
      ['all', [several, collection], []],
    ])('leaves %s behind if the transaction fails with it', async (_, contracts, moved) => {
      failing = contracts;
      const { moving, dialogs } = await move({}, {}, received);
      await moving;
      expect(sentPieces()).toEqual(moved);
      expect(JSON.stringify(dialogs[0])).not.toContain('Move everything');
    });

    it('leaves a piece behind whose transfer costs more than there is', async () => {
      node.says.balance = 10n ** 18n;
      dearGas = 2n * 10n ** 8n;
      const { moving, dialogs } = await move({}, {}, received);
      await moving;
      expect(sentPieces()).toEqual([one]);
      expect(toAddress(sentCalls().at(-1)?.to ?? '')).toBe(STRK.address);
      expect(JSON.stringify(dialogs[0])).not.toContain('Move everything');
    });

    const many = Array.from({ length: 170_000 }, () => `0x${'f'.repeat(60)}`);
    it.each<[string, () => RpcAnswer]>([
      ['a contract answers with more than is read', () => ({ result: many })],
      ['a node fails', () => ({ error: { code: -32603, message: 'Internal' } })],
    ])('moves the others if %s, and does not call that everything', async (_, answer) => {
      ofSeveral = answer;
      const { moving, dialogs } = await move({}, {}, received);
      await moving;
      expect(sentPieces()).toEqual([one]);
      expect(JSON.stringify(dialogs[0])).not.toContain('Move everything');
    });

    it('moves pieces alone if STRK is worth no more than the fee', async () => {
      const fee = node.says.gas * node.says.gasPrice;
      node.says.balance = fee + fee / 10n;
      balances = { [STRK.address]: node.says.balance };
      await (await move({}, {}, received)).moving;
      expect(sentPieces()).toHaveLength(2);
    });
  });

  it('moves the rest if STRK is no more than the fee, and nothing if nothing is left', async () => {
    const fee = node.says.gas * node.says.gasPrice;
    balances[STRK.address] = fee + fee / 10n;
    node.says.balance = balances[STRK.address] ?? 0n;
    await (await move()).moving;
    expect(sent().moved.map(([token]) => token)).toEqual([USDC]);
    balances[USDC] = 0n;
    const { moving } = await move();
    await expect(moving).rejects.toMatchObject({ kind: 'insufficientFunds' });
    expect(node.sent).toHaveLength(1);
  });

  describe('without STRK for the fee', () => {
    let paymaster: PaymasterServer;
    let carriedOut: Signed[];
    beforeEach(async () => {
      carriedOut = [];
      paymaster = await startPaymasterServer({
        relay: async (signed) => {
          carriedOut.push(signed);
          return '0x7e57';
        },
      });
      limitBalances(paymaster, (token) => balances[toAddress(token)] ?? 0n);
      balances[STRK.address] = 0n;
      node.says.balance = 0n;
    });
    afterEach(() => paymaster.stop());

    /** Opens a module with the paymaster, and moves. */
    async function moveThrough() {
      const opened = await open({}, {});
      await opened.module.settings.paymasters.choose(chainId, { url: paymaster.url });
      return { ...opened, moving: opened.start() };
    }
    /** Amounts that were carried out, by token; the payment is the last one. */
    const amounts = () => {
      const calls = carriedOut[0]?.typed_data.message.Calls ?? [];
      return (calls as { To: string; Calldata: string[] }[]).map(
        ({ To, Calldata }): [string, bigint] => [toAddress(To), BigInt(Calldata[1] ?? 0)],
      );
    };

    it('leaves what a paymaster asks of the token that pays, and a tenth', async () => {
      balances[ETH.address] = 10n ** 18n;
      const { moving, dialogs } = await moveThrough();
      await moving;
      const stays = (suggestedMaximum * 11n) / 10n;
      expect(new Map(amounts().slice(0, -1))).toEqual(
        new Map([
          [USDC, 5_000_000n],
          [toAddress(ETH.address), 10n ** 18n - stays],
        ]),
      );
      expect(JSON.stringify(dialogs[0])).toContain('Move everything to Account 2');
    });

    it('offers the public paymaster first, and leaves what that asks', async () => {
      balances[ETH.address] = 10n ** 18n;
      const { start, dialogs } = await open({}, {}, [], { paymasterUrl: paymaster.url });
      await start();
      const [question, review] = dialogs.map((dialog) => JSON.stringify(dialog));
      expect(question).toContain('Pay fees in another token');
      expect(review).toContain('Move everything to Account 2');
      expect(dialogs).toHaveLength(2);
      expect(amounts()).toContainEqual([
        toAddress(ETH.address),
        10n ** 18n - (suggestedMaximum * 11n) / 10n,
      ]);
    });

    it('moves nothing if no token is enough for what the paymaster asks', async () => {
      balances[ETH.address] = suggestedMaximum / 2n;
      await expect((await moveThrough()).moving).rejects.toMatchObject({
        kind: 'insufficientFunds',
      });
      expect(carriedOut).toEqual([]);
    });
  });

  it.each([
    ['from an account that the phrase cannot use', { obstacle: 'guardian' }, {}],
    ['to an account that the phrase cannot use', {}, { obstacle: 'device' }],
  ])('moves nothing %s', async (_, changes, target) => {
    const { moving } = await move(changes, target);
    await expect(moving).rejects.toMatchObject({ kind: expect.any(String) });
    expect(node.calls).not.toContain('starknet_estimateFee');
    expect(node.sent).toEqual([]);
  });

  it('leaves an added token behind whose contract answers with more than a node sends', async () => {
    const { starknet_call: readUsual } = node.says.instead;
    node.says.instead.starknet_call = (params: Asked) =>
      sameFelt(params.request.contract_address, MINE)
        ? { result: ['a'.repeat(MOST_BYTES)] }
        : (readUsual?.(params as never) ?? { result: [] });
    const { moving, dialogs } = await move();
    await moving;
    expect(sent().moved.map(([token]) => token)).toEqual([USDC, STRK.address]);
    expect(JSON.stringify(dialogs[0])).not.toContain('Move everything');
  });

  it('moves nothing if a balance was not read', async () => {
    node.says.instead.starknet_call = () => ({ error: { code: -32603, message: 'Internal' } });
    const { moving } = await move();
    await expect(moving).rejects.toMatchObject({ kind: 'nodeFault' });
    expect(node.sent).toEqual([]);
  });
});

const cost = {
  l1_gas_consumed: '0x0',
  l1_gas_price: '0x1',
  l2_gas_consumed: toHex(1_000_000n),
  l2_gas_price: toHex(10n ** 10n),
  l1_data_gas_consumed: '0x80',
  l1_data_gas_price: '0x3',
  unit: 'FRI',
  overall_fee: toHex(10n ** 16n),
};
