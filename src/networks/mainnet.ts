import type { NetworkDefinition } from './network';

const STRK = 10n ** 18n;

export const mainnet = {
  id: '0x534e5f4d41494e',
  name: 'Mainnet',
  isTest: false,
  endpoints: [
    'https://api.cartridge.gg/x/starknet/mainnet/rpc/v0_10',
    'https://api.zan.top/public/starknet-mainnet/rpc/v0_10',
    'https://starknet-rpc.publicnode.com',
    'https://api.zan.top/public/starknet-mainnet/rpc/v0_9',
  ],
  endpointsVariable: 'XNET_MAINNET_URLS',
  explorer: 'https://voyager.online',
  voyager: 'https://api.voyager.online/beta',
  prices: 'https://starknet.impulse.avnu.fi',
  paymaster: 'https://starknet.paymaster.avnu.fi',
  l1: { core: '0xc662c410c0ecf747543f5ba90660f6abebd9c8c4', chainIds: [1n] },
  oracle: '0x02a85bd616f912537c50a49a4076db02c00b29b2cdc8a197ce92ed1837fa875b',
  naming: '0x06ac597f8116f886fa1c97a23fa4e08299975ecaf6b598873ca6792b9bbfb678',
  // The largest transaction that a block accepts takes 1.2 × 10^9 of L2 gas, at 8 × 10^9 FRI about 10 STRK.
  highFee: 50n * STRK,
  /**
   * USDC.e and USDT are of starknet-io/starknet-addresses; the others are those that people hold, by
   * EkuboProtocol/default-tokens and AVNU's list of tokens, which agree on addresses and decimals. Two
   * versions of one token have names that tell them apart, although their contracts say the same of
   * themselves.
   */
  tokens: {
    /** Circle's own (circle.com, "USDC contract addresses"). */
    USDC: {
      address: '0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      pair: 'USDC/USD',
    },
    /** The one that StarkGate bridges. */
    USDCe: {
      address: '0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8',
      symbol: 'USDC.e',
      name: 'Bridged USDC',
      decimals: 6,
      pair: 'USDC/USD',
    },
    USDT: {
      address: '0x068f5c6a61780768455de69077e07e89787839bf8166decfbf92b645209c0fb8',
      symbol: 'USDT',
      name: 'Tether USD',
      decimals: 6,
      pair: 'USDT/USD',
    },
    WBTC: {
      address: '0x03fe2b97c1fd336e750087d68b9b867997fd64a2661ff3ca5a7c771641e8e7ac',
      symbol: 'WBTC',
      name: 'Wrapped BTC',
      decimals: 8,
      pair: 'WBTC/USD',
    },
    strkBTC: {
      address: '0x0787150e306e6eae6e3f79dea881770e8bbff2c1b8eb490f969669ee945b3135',
      symbol: 'strkBTC',
      name: 'strkBTC',
      decimals: 8,
      pair: null,
    },
    tBTC: {
      address: '0x04daa17763b286d1e59b97c283c0b8c949994c361e426a28f743c67bdfe9a32f',
      symbol: 'tBTC',
      name: 'Threshold tBTC',
      decimals: 18,
      pair: null,
    },
    LBTC: {
      address: '0x036834a40984312f7f7de8d31e3f6305b325389eaeea5b1c0664b2fb936461a4',
      symbol: 'LBTC',
      name: 'Lombard Staked Bitcoin',
      decimals: 8,
      pair: null,
    },
    SolvBTC: {
      address: '0x0593e034dda23eea82d2ba9a30960ed42cf4a01502cc2351dc9b9881f9931a68',
      symbol: 'SolvBTC',
      name: 'Solv BTC',
      decimals: 18,
      pair: null,
    },
    xSTRK: {
      address: '0x028d709c875c0ceac3dce7065bec5328186dc89fe254527084d1689910954b0a',
      symbol: 'xSTRK',
      name: 'Endur xSTRK',
      decimals: 18,
      pair: null,
    },
    wstETH: {
      address: '0x0057912720381af14b0e5c87aa4718ed5e527eab60b3801ebf702ab09139e38b',
      symbol: 'wstETH',
      name: 'Wrapped Staked Ether',
      decimals: 18,
      pair: 'WSTETH/USD',
    },
    /** The one that StarkGate bridged first; its contract also says wstETH. */
    wstETHv0: {
      address: '0x042b8f0484674ca266ac5d08e4ac6a3fe65bd3129795def2dca5c34ecc5f96d2',
      symbol: 'wstETH (legacy)',
      name: 'Wrapped liquid staked Ether 2.0',
      decimals: 18,
      pair: 'WSTETH/USD',
    },
    DAI: {
      address: '0x05574eb6b8789a91466f902c380d978e472db68170ff82a5b650b95a58ddf4ad',
      symbol: 'DAI',
      name: 'Dai Stablecoin',
      decimals: 18,
      pair: 'DAI/USD',
    },
    /** The first bridge's, whose deposits are closed; its contract also says DAI. */
    DAIv0: {
      address: '0x00da114221cb83fa859dbdb4c44beeaa0bb37c7537ad5ae66fe5e0efd20e6eb3',
      symbol: 'DAIv0',
      name: 'Dai Stablecoin (version 0)',
      decimals: 18,
      pair: 'DAI/USD',
    },
    EKUBO: {
      address: '0x075afe6402ad5a5c20dd25e10ec3b3986acaa647b77e4ae24b0cbc9a54a27a87',
      symbol: 'EKUBO',
      name: 'Ekubo Protocol',
      decimals: 18,
      pair: 'EKUBO/USD',
    },
    LORDS: {
      address: '0x0124aeb495b947201f5fac96fd1138e326ad86195b98df6dec9009158a533b49',
      symbol: 'LORDS',
      name: 'Lords',
      decimals: 18,
      pair: 'LORDS/USD',
    },
  },
} as const satisfies NetworkDefinition;
