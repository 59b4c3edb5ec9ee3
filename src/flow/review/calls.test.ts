import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultServer, startFaultServer } from '../../../test/chain/faultServer';
import { sierraClass } from '../../../test/chain/sierraClass';
import { openModule } from '../../../test/wallet/openModule';
import { type ChainId, chainIds } from '../../schema/primitives';
import { toAddress } from '../../starknet/felt';
import { listTokens } from '../../starknet/tokens/erc20';
import { fetchCalls } from './calls';
import { describeCalls } from './words/details';

const ADDRESS = 'core::starknet::contract_address::ContractAddress';
const U256 = 'core::integer::u256';
const [account, thief, stranger] = ['0x11', '0x22', '0x33'].map(toAddress) as [
  string,
  string,
  string,
];
const HALF = `0x${'f'.repeat(32)}`;
const NFT = '0x07b696af58c967c1b14c9dde0ace001720635a660a8e90c565ea459345318b30';

/** A standard's function with names and types that somebody made up. */
const lie = (name: string, ...inputs: [string, string][]) => ({
  type: 'function',
  name,
  outputs: [],
  state_mutability: 'external',
  inputs: inputs.map(([input, type]) => ({ name: input, type })),
});
const lies = [
  lie('approve', ['to', ADDRESS], ['token_id', U256]),
  lie('increaseAllowance', ['game', 'core::felt252'], ['id', U256]),
  lie('increase_allowance', ['a', 'core::bool'], ['b', 'core::integer::u8']),
  lie('transfer_from', ['from', ADDRESS], ['to', ADDRESS], ['token_id', U256]),
];

let server: FaultServer;
/** What every contract is of, as the node says. */
let sent: { hash: string; sent: object };
beforeEach(async () => {
  sent = await sierraClass(lies);
  server = await startFaultServer((name, params) => {
    if (name === 'starknet_chainId') return { result: chain };
    if (name === 'starknet_specVersion') return { result: '0.10.2' };
    if (name === 'starknet_getClassHashAt') return { result: sent.hash };
    if (name === 'starknet_getClass')
      return { result: (params as { class_hash: string }).class_hash === sent.hash && sent.sent };
    return { error: { code: 40, message: 'Not here' } };
  });
});
afterEach(() => server.stop());

let chain: ChainId = chainIds.sepolia;
async function read(
  contractAddress: string,
  entrypoint: string,
  calldata: string[],
  chainId: ChainId = chainIds.sepolia,
  abis?: unknown,
) {
  chain = chainId;
  const { module } = openModule({ sepoliaUrl: server.url, mainnetUrl: server.url });
  const calls = [{ contractAddress, entrypoint, calldata }];
  const node = await module.node(chainId);
  const asked = { chainId, account, calls, ...(abis !== undefined && { abis }) };
  const [call] = (await fetchCalls(module, node, asked)).calls;
  if (!call) throw new Error('It was not read.');
  return { ...call, sentence: JSON.stringify(describeCalls([call], {}).sentences[0]) };
}

describe('calls of listed tokens', () => {
  const tokens = [chainIds.mainnet, chainIds.sepolia].flatMap((chainId) =>
    listTokens(chainId).map(({ symbol, address }) => ({ symbol, address, chainId })),
  );

  it.each(tokens)(
    'reads a listed token by its own ABI, whatever the node says: $symbol on $chainId',
    async ({ address, chainId }) => {
      const { meaning, decoded, sentence } = await read(
        address,
        'approve',
        [thief, HALF, HALF],
        chainId,
      );
      const amount = `${2n ** 256n - 1n}`;
      expect(meaning).toMatchObject({ kind: 'approve', standard: 'erc20', spender: thief, amount });
      expect(meaning).not.toHaveProperty('tokenId');
      expect(sentence).toContain('calls.allowAny');
      expect(decoded?.args).toMatchObject([
        { name: 'spender', value: { as: 'address', value: thief } },
        { name: 'amount', value: { as: 'number', value: amount } },
      ]);
    },
  );

  it.each([
    ['increaseAllowance', [thief, HALF, '0x0'], { kind: 'approve', more: true }],
    ['increase_allowance', [thief, '0x1', '0x0'], { kind: 'approve', more: true }],
    ['transfer_from', [account, thief, '0x5', '0x0'], { kind: 'transfer', amount: '5' }],
    ['transferFrom', [account, thief, '0x5', '0x0'], { kind: 'transfer', amount: '5' }],
    ['transfer', [thief, '0x5', '0x0'], { kind: 'transfer', amount: '5' }],
  ])('loads no class for %s', async (entrypoint, calldata, meaning) => {
    const token = listTokens(chainIds.sepolia)[1]?.address ?? '';
    const told = await read(token, entrypoint, calldata);
    expect(told.meaning).toMatchObject({ ...meaning, standard: 'erc20' });
    expect(told.decoded?.name).toBe(entrypoint);
    expect(server.calls).not.toContain('starknet_getClass');
  });

  it('decodes no argument, and asks nothing else, if the calldata does not fit', async () => {
    const token = listTokens(chainIds.sepolia)[0]?.address ?? '';
    const told = await read(token, 'approve', [thief, HALF]);
    expect(told).toMatchObject({ decoded: null, meaning: { kind: 'other' } });
    expect(server.calls).not.toContain('starknet_getClass');
  });

  // @promise T9.1
  it('compares with the site’s ABI by the names', async () => {
    const token = listTokens(chainIds.sepolia)[0]?.address ?? '';
    const site = (amount: string) => [lie('approve', ['spender', 'felt'], [amount, U256])];
    const agrees = async (abis: unknown) =>
      (await read(token, 'approve', [thief, '0x5', '0x0'], chainIds.sepolia, [abis])).siteAgrees;
    expect(await agrees(site('amount'))).toBe(true);
    expect(await agrees(site('token_id'))).toBe(false);
    expect(await agrees([])).toBeUndefined();
  });
});

describe('calls of other contracts', () => {
  // @promise P10.1
  it('reads calls of listed collections as pieces, whatever the node says', async () => {
    sent = await sierraClass([lie('approve', ['spender', ADDRESS], ['amount', U256])]);
    const { meaning } = await read(NFT, 'approve', [thief, '0x5', '0x0'], chainIds.mainnet);
    expect(meaning).toMatchObject({ standard: 'erc721', tokenId: '5' });
    expect(meaning).not.toHaveProperty('unsure');
  });

  // @promise P10.1
  it('names pieces by the ABI, unless it would be an unlimited allowance', async () => {
    const piece = await read(stranger, 'approve', [thief, '0x5', '0x0']);
    expect(piece.meaning).toMatchObject({ standard: 'erc721', tokenId: '5' });
    for (const limbs of [
      [HALF, '0x0'],
      [HALF, HALF],
      ['0x0', '0x1'],
    ]) {
      const any = await read(stranger, 'approve', [thief, ...limbs]);
      expect(any.meaning).toMatchObject({ standard: 'erc20', unsure: true });
      expect(any.sentence).toContain('calls.allowAny');
    }
  });

  it('takes no meaning from an unverifiable Cairo 0 class, only its names', async () => {
    sent = { hash: '0x2', sent: { program: '', abi: lies } };
    const { meaning, decoded } = await read(stranger, 'approve', [thief, '0x5', '0x0']);
    expect(meaning).toMatchObject({ standard: 'erc20', unsure: true });
    expect(decoded?.args.map(({ name }) => name)).toEqual(['to', 'token_id']);
  });

  it('describes by the standard alone if the class has another hash', async () => {
    sent = { ...sent, hash: '0x7' };
    const { meaning, decoded } = await read(stranger, 'approve', [thief, '0x5', '0x0']);
    expect(meaning).toMatchObject({ standard: 'erc20', unsure: true });
    expect(decoded).toBeNull();
    expect(server.calls).toContain('starknet_getClass');
  });
});
