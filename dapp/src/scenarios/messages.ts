import { chainName } from '../../../src/schema/primitives';
import type { Call } from '../chain/calls';
import { u256Felts } from '../chain/felt';
import { tokens } from '../chain/tokens';

const fields = (type: string, ...names: string[]) => names.map((name) => ({ name, type }));
const domain = (name: string, chainId: string, version = '1') => ({
  name,
  version,
  revision: '1',
  chainId: chainName(chainId),
});
const StarknetDomain = fields('shortstring', 'name', 'version', 'chainId', 'revision');

/** Selector of `transfer`: Keccak of the name, truncated to 250 bits. */
const transferSelector = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';
/** The short string ANY_CALLER of SNIP-9. */
const anyCaller = '0x414e595f43414c4c4552';

type Window = { readonly startSeconds: number; readonly endSeconds: number };

/** Transfers that anybody may execute for the account within the window, together (SNIP-9). */
export const outsideExecution = (
  calls: readonly Call[],
  chainId: string,
  { startSeconds, endSeconds }: Window,
) => ({
  types: {
    StarknetDomain,
    OutsideExecution: [
      ...fields('ContractAddress', 'Caller'),
      ...fields('felt', 'Nonce'),
      ...fields('u128', 'Execute After', 'Execute Before'),
      ...fields('Call*', 'Calls'),
    ],
    Call: [
      ...fields('ContractAddress', 'To'),
      ...fields('selector', 'Selector'),
      ...fields('felt*', 'Calldata'),
    ],
  },
  primaryType: 'OutsideExecution',
  domain: domain('Account.execute_from_outside', chainId, '2'),
  message: {
    Caller: anyCaller,
    Nonce: `0x${startSeconds.toString(16)}`,
    'Execute After': startSeconds,
    'Execute Before': endSeconds,
    Calls: calls.map(({ contractAddress, calldata }) => ({
      To: contractAddress,
      Selector: transferSelector,
      Calldata: calldata,
    })),
  },
});

/** A game's session key that may act for the account until it expires, in Argent's format. */
export const session = (chainId: string, expiresAt: number) => ({
  types: {
    StarknetDomain,
    'Allowed Method': [
      ...fields('ContractAddress', 'Contract Address'),
      ...fields('selector', 'selector'),
    ],
    Session: [
      ...fields('timestamp', 'Expires At'),
      { name: 'Allowed Methods', type: 'merkletree', contains: 'Allowed Method' },
      ...fields('string', 'Metadata'),
      ...fields('felt', 'Session Key'),
    ],
  },
  primaryType: 'Session',
  domain: { ...domain('SessionAccount.session', chainId), version: '0x31' },
  message: {
    'Expires At': expiresAt,
    'Allowed Methods': [{ 'Contract Address': tokens.STRK, selector: 'transfer' }],
    Metadata: '{"projectID":"scenario"}',
    'Session Key': '0x1234567890abcdef1234567890abcdef',
  },
});

type Sums = { readonly sells: bigint; readonly buys: bigint };
const u256 = (value: bigint) => {
  const [low, high] = u256Felts(value);
  return { low, high };
};

/** An exchange order: an amount of one token for at least an amount of another. */
export const order = (
  maker: string,
  chainId: string,
  expiresAt: number,
  { sells, buys }: Sums,
) => ({
  types: {
    StarknetDomain,
    Order: [
      ...fields('ContractAddress', 'Maker'),
      ...fields('TokenAmount', 'Sells', 'Buys'),
      ...fields('timestamp', 'Expires'),
    ],
  },
  primaryType: 'Order',
  domain: domain('Example exchange', chainId),
  message: {
    Maker: maker,
    Sells: { token_address: tokens.STRK, amount: u256(sells) },
    Buys: { token_address: tokens.ETH, amount: u256(buys) },
    Expires: expiresAt,
  },
});

/** Uses an undeclared type: no two wallets would sign the same. */
export const malformed = (chainId: string) => ({
  types: { StarknetDomain, Order: fields('Price', 'Pays') },
  primaryType: 'Order',
  domain: domain('Example exchange', chainId),
  message: { Pays: '0x1' },
});
