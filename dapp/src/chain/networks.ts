/** Where a request names no network, this is meant. */
export const sepolia = '0x534e5f5345504f4c4941';

export const networks = [
  { name: 'Sepolia', chainId: sepolia },
  { name: 'Mainnet', chainId: '0x534e5f4d41494e' },
] as const;
