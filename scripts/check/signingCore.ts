/** Folders that decide which bytes are signed, and what the user reads before. */
export const signingCore = [
  'src/flow/consent/',
  'src/flow/messages/',
  'src/flow/paymaster/',
  'src/flow/review/',
  'src/flow/transactions/',
  'src/flow/warnings/',
  'src/starknet/accounts/',
  'src/starknet/transactions/',
  'src/starknet/typedData/',
];
