import { mainnet } from '../../networks/mainnet';
import { byNetwork } from '../../networks/networks';
import { UNIVERSAL_DEPLOYER } from '../../schema/call';
import { type ChainId, chainIds } from '../../schema/primitives';
import { toAddress } from '../felt';
import { knownToken, knownTokens } from '../tokens/erc20';

export type ContractKind =
  | 'deployer'
  | 'avnu'
  | 'ekubo'
  | 'pieces'
  | 'positions'
  | 'router'
  | 'lending'
  | 'vesu'
  | 'vesu1'
  | 'bridge'
  | 'staking'
  | 'votes'
  | 'naming'
  | 'identity'
  | 'multicall'
  | 'vault'
  | 'other';

/** `token`: the contract's only token, in 64 digits, if it has just one. */
export type KnownContract = {
  readonly name: string;
  readonly kind: ContractKind;
  readonly token?: string;
};

type Row = readonly [
  name: string,
  kind: ContractKind,
  mainnet: string | null,
  sepolia?: string | null,
  token?: string,
];

const { ETH, STRK } = knownTokens;
const { USDCe, USDT } = mainnet.tokens;

/** Starknet ID contracts, which resolve names. */
export const namingContracts = byNetwork(({ naming }) => naming);

/** Each with the place where its makers publish it. A wrong name is worse than none. */
const rows: readonly Row[] = [
  // The same contract at the same address on both networks (starknet.js, constants.ts).
  ...[UNIVERSAL_DEPLOYER, '0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125'].map(
    (address): Row => ['Universal Deployer', 'deployer', address, address],
  ),
  // avnu-labs/avnu-contracts-v2, README.md
  [
    'AVNU',
    'avnu',
    '0x04270219d365d6b017231b52e92b3fb5d7c8378b05e9abc97724537a80e93b0f',
    '0x02c56e8b00dbe2a71e57472685378fc8988bba947e9a99b26a00fade2b4fe7c2',
  ],
  // docs.ekubo.org/reference/contracts/starknet: Core, Positions, Positions NFT, Router 3.0.13, 3.0.3
  [
    'Ekubo',
    'other',
    '0x00000005dd3d2f4429af886cd1a3b08289dbcea99a294197e9eb43b0e0325b4b',
    '0x0444a09d96389aa7148f1aada508e30b71299ffe650d9c97fdaae38cb9a23384',
  ],
  [
    'Ekubo positions',
    'positions',
    '0x02e0af29598b407c8716b17f6d2795eca1b471413fa03fb145a5e33722184067',
    '0x06a2aee84bb0ed5dded4384ddd0e40e9c1372b818668375ab8e3ec08807417e5',
  ],
  [
    'Ekubo positions NFT',
    'pieces',
    '0x07b696af58c967c1b14c9dde0ace001720635a660a8e90c565ea459345318b30',
    '0x04afc78d6fec3b122fc1f60276f074e557749df1a77a93416451be72c435120f',
  ],
  [
    'Ekubo',
    'ekubo',
    '0x0199741822c2dc722f6f605204f35e56dbc23bceed54818168c4c49e4fb8737e',
    '0x0045f933adf0607292468ad1c1dedaa74d5ad166392590e72676a34d01d7b763',
  ],
  [
    'Ekubo',
    'ekubo',
    '0x04505a9f06f2bd639b6601f37a4dc0908bb70e8e0e0c34b1220827d64f4fc066',
    '0x050d4da9f66589eadaa1d5e31cf73b08ac1a67c8b4dcd88e6fd4fe501c628af2',
  ],
  // jediswaplabs/jediswap-interface, src/constants/contracts/{routerAddress,multicall}
  ['JediSwap', 'router', '0x041fd22b238fa21cfcf5dd45a8548974d8263b3a531a60388411c5e230f97023'],
  [
    'JediSwap multicall',
    'multicall',
    '0x0477dde12a2737a67d2c3c6820a48ae5ed2cf7257c8c44a61e39d1c118e6f468',
  ],
  // 10k-swap/10k_swap-contracts, README.md
  ['10KSwap', 'router', '0x07a6f98c03379b9513ca84cca1373ff452a7462a3b61598f0af5bb27ad7f76d1'],
  // AVNU's list of exchanges (docs.avnu.fi/api/swap)
  ['Nostra', 'router', '0x049ff5b3a7d38e2b50198f408fa8281635b5bc81ee49ab87ac36c8324c214427'],
  // zkLend's documentation, "Market"
  ['zkLend', 'lending', '0x04c0a5193d58f74fbace4b74dcf65481e734ed1714121bdc571da345540efa05'],
  // vesuxyz/vesu-v2, deployment.json; version 1: docs.vesu.xyz, "Contract addresses"
  ['Vesu', 'vesu', '0x0451fe483d5921a2919ddd81d0de6696669bccdacd859f72a4fba7656b97c3b5'],
  ['Vesu', 'vesu1', '0x000d8d6dfec4d33bfb6895de9f3852143a17c6f92fd2a21da3d6924d34870160'],
  // docs.starknet.io, "Important addresses"
  ['StarkGate', 'bridge', '0x0616757a151c21f9be8775098d591c2807316d992bbc3bb1a5c1821630589256'],
  [
    'Starknet staking',
    'staking',
    '0x00ca1702e64c81d9a07b86bd2c540188d92a2c73cf5cc0e508d949015e7e84a7',
    '0x03745ab04a431fc02871a139be6b93d9260b0ff3e779ad9c8b377183b23109f1',
    STRK.address,
  ],
  [
    'vSTRK',
    'votes',
    '0x0782f0ddca11d9950bc3220e35ac82cf868778edb67a5e58b39838544bc4cd0f',
    '0x035c332b8de00874e702b4831c84b22281fb3246f714475496d74e644f35d492',
    STRK.address,
  ],
  // The token that gives shares of staked STRK (ERC-4626) is the contract that stakes it.
  ['Endur', 'vault', mainnet.tokens.xSTRK.address],
  // starknet-io/starknet-addresses, bridged_tokens/{mainnet,sepolia}.json
  [
    'StarkGate (ETH)',
    'bridge',
    '0x073314940630fd6dcda0d772d4c972c4e0a9946bef9dabf4ef84eda8ef542b82',
    '0x04c5772d1914fe6ce891b64eb35bf3522aeae1315647314aac58b01137607f3f',
    ETH.address,
  ],
  [
    'StarkGate (STRK)',
    'bridge',
    '0x0594c1582459ea03f77deaf9eb7e3917d6994a03c13405ba42867f83d85f085d',
    '0x0594c1582459ea03f77deaf9eb7e3917d6994a03c13405ba42867f83d85f085d',
    STRK.address,
  ],
  [
    'StarkGate (USDC)',
    'bridge',
    '0x05cd48fccbfd8aa2773fe22c217e808319ffcc1c5a6a463f7d8fa2da48218196',
    null,
    USDCe.address,
  ],
  [
    'StarkGate (USDT)',
    'bridge',
    '0x074761a8d48ce002963002becc6d9c3dd8a2a05b1075d55e5967f42296f16bd0',
    null,
    USDT.address,
  ],
  // starknet.js, utils/starknetId.ts; the first also docs.starknet.id, "Contract addresses"
  ['Starknet ID', 'naming', namingContracts[chainIds.mainnet], namingContracts[chainIds.sepolia]],
  [
    'Starknet ID identities',
    'identity',
    '0x05dbdedc203e92749e2e746e2d40a768d966bd243df04a6b712e222bc040a9af',
    '0x0000003697660a0981d734780731949ecb2b4a38d6a58fc41629ed611e8defda',
  ],
];

let contractsByChain: Readonly<Record<ChainId, ReadonlyMap<string, KnownContract>>> | undefined;

/** Networks on which a row has its address; on others, nothing is known. */
const columns: Readonly<Partial<Record<ChainId, 2 | 3>>> = {
  [chainIds.mainnet]: 2,
  [chainIds.sepolia]: 3,
};

const listed = (column: 2 | 3): ReadonlyMap<string, KnownContract> =>
  new Map(
    rows.flatMap((row): [string, KnownContract][] => {
      const [name, kind, , , token] = row;
      const address = row[column];
      if (address) return [[toAddress(address), { name, kind, ...(token && { token }) }]];
      return [];
    }),
  );

/** Looks up a contract of the ecosystem by address; tokens are in erc20.ts. */
export function knownContract(address: string, chainId: ChainId): KnownContract | undefined {
  contractsByChain ??= byNetwork(({ id }) => {
    const column = columns[id];
    if (column) return listed(column);
    return new Map();
  });
  return contractsByChain[chainId].get(toAddress(address));
}

/** Name of a contract, or symbol of a token, from the module's own lists. */
export const listedName = (address: string, chainId: ChainId): string | undefined =>
  knownContract(address, chainId)?.name ?? knownToken(address, chainId)?.symbol;
