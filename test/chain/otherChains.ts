/**
 * Shapes of transactions as nodes of several chains answer them, by their documentation and source,
 * written by hand with made-up values: what is absent or null there is absent or null here.
 */
const hash = (digit: string) => `0x${digit.repeat(64)}`;
const address = (digit: string) => `0x${digit.repeat(40)}`;

type Fields = Readonly<Record<string, unknown>>;

const place = (index: number): Fields => ({
  blockHash: hash('b'),
  blockNumber: '0x1f4',
  hash: `0x${(index + 1).toString(16).padStart(64, '0')}`,
  transactionIndex: `0x${index.toString(16)}`,
});
const call: Fields = {
  from: address('1'),
  to: address('2'),
  gas: '0x5208',
  input: '0x',
  value: '0x0',
};
const signature: Fields = { r: hash('3'), s: hash('4'), v: '0x1', yParity: '0x1' };
const market: Fields = {
  nonce: '0x7',
  gasPrice: '0x3b9aca00',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
  accessList: [],
};

/** By chain and kind. */
export const foreignTransactions: Readonly<Record<string, Fields>> = {
  'zkSync, from L1 (priority)': {
    ...call,
    type: '0xff',
    chainId: '0x144',
    nonce: '0x2a',
    gasPrice: '0xee6b280',
    maxFeePerGas: '0xee6b280',
    maxPriorityFeePerGas: '0x0',
    l1BatchNumber: '0x1',
    l1BatchTxIndex: '0x0',
  },
  'zkSync, upgrade of the protocol': { ...call, type: '0xfe', nonce: '0x19', chainId: '0x144' },
  'zkSync, of its accounts': { ...call, ...market, ...signature, type: '0x71', chainId: '0x144' },
  'OP, deposit': {
    ...call,
    type: '0x7e',
    nonce: '0x4d2',
    gasPrice: '0x0',
    sourceHash: hash('5'),
    mint: '0x0',
    isSystemTx: false,
    depositReceiptVersion: '0x1',
    r: '0x0',
    s: '0x0',
    v: '0x0',
    yParity: '0x0',
  },
  'OP, deposit as older nodes have it': { ...call, type: '0x7e', gasPrice: '0x0', mint: null },
  'Arbitrum, internal': {
    ...call,
    type: '0x6a',
    chainId: '0xa4b1',
    nonce: '0x0',
    gasPrice: '0x0',
    r: '0x0',
    s: '0x0',
    v: '0x0',
  },
  'Arbitrum, deposit': { ...call, type: '0x64', chainId: '0xa4b1', requestId: hash('6') },
  'Arbitrum, retryable ticket': {
    ...call,
    type: '0x69',
    chainId: null,
    gasPrice: null,
    maxFeePerGas: '0x5f5e100',
    ticketId: hash('7'),
    refundTo: address('8'),
  },
  'Celo, fee in another token': {
    ...call,
    ...market,
    ...signature,
    type: '0x7b',
    chainId: '0xa4ec',
    feeCurrency: address('9'),
  },
  'Celo, as of its own chain': {
    ...call,
    ...signature,
    type: '0x7c',
    chainId: null,
    nonce: '0x1',
    gasPrice: '0x1dcd6500',
    feeCurrency: address('9'),
    gatewayFee: null,
    gatewayFeeRecipient: null,
  },
};

export const ownTransactions: Readonly<Record<string, Fields>> = {
  blob: {
    ...call,
    ...market,
    ...signature,
    type: '0x3',
    chainId: '0x1',
    maxFeePerBlobGas: '0x1',
    blobVersionedHashes: [`0x01${'a'.repeat(62)}`],
  },
  'set-code': {
    ...call,
    ...market,
    ...signature,
    type: '0x4',
    chainId: '0x1',
    authorizationList: [
      {
        chainId: '0x0',
        address: address('c'),
        nonce: '0x1',
        yParity: '0x0',
        r: hash('d'),
        s: hash('e'),
      },
    ],
  },
};

/** All of a list, as the transactions of one block. */
export const inBlock = (transactions: readonly Fields[]): Fields[] =>
  transactions.map((transaction, index) => ({ ...transaction, ...place(index) }));

/** A block of these transactions. */
export const blockOf = (transactions: readonly Fields[]): Fields => ({
  difficulty: '0x0',
  extraData: '0x',
  gasLimit: '0x1c9c380',
  gasUsed: '0x5208',
  hash: hash('b'),
  logsBloom: `0x${'0'.repeat(512)}`,
  miner: address('0'),
  nonce: '0x0000000000000000',
  number: '0x1f4',
  parentHash: hash('a'),
  receiptsRoot: hash('f'),
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  size: '0x400',
  stateRoot: hash('e'),
  timestamp: '0x65000000',
  transactionsRoot: hash('d'),
  uncles: [],
  transactions: inBlock(transactions),
});
