import type { NetworkDefinition } from './network';

const STRK = 10n ** 18n;

export const sepolia = {
  id: '0x534e5f5345504f4c4941',
  name: 'Testnet (Sepolia)',
  isTest: true,
  /** As docs.starknet.io names it. */
  faucet: 'https://starknet-faucet.vercel.app/',
  endpoints: [
    'https://api.cartridge.gg/x/starknet/sepolia/rpc/v0_10',
    'https://api.zan.top/public/starknet-sepolia/rpc/v0_10',
    'https://starknet-sepolia-rpc.publicnode.com',
    'https://api.zan.top/public/starknet-sepolia/rpc/v0_9',
  ],
  endpointsVariable: 'XNET_SEPOLIA_URLS',
  explorer: 'https://sepolia.voyager.online',
  voyager: 'https://sepolia-api.voyager.online/beta',
  prices: 'https://sepolia.impulse.avnu.fi',
  paymaster: 'https://sepolia.paymaster.avnu.fi',
  // 31337 is a developer's own chain, beside a local one.
  l1: { core: '0xe2bb56ee936fd6433dc0f6e7e3b8365c906aa057', chainIds: [11_155_111n, 31_337n] },
  oracle: '0x036031daa264c24520b11d93af622c848b2499b66b41d611bac95e13cfca131a',
  naming: '0x00000154bc2e1af9260b9e66af0e9c46fc757ff893b3ff6a85718a810baf1474',
  highFee: 500n * STRK,
  tokens: {
    /** Circle's own (circle.com, "USDC contract addresses"). */
    USDC: {
      address: '0x0512feac6339ff7889822cb5aa2a86c848e9d392bb0e3e237c008674feed8343',
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      pair: 'USDC/USD',
    },
  },
} as const satisfies NetworkDefinition;
