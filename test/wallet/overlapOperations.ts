import fc from 'fast-check';
import { ec, typedData as oracle, selector, type TypedData } from 'starknet';
import { type ChainId, chainIds } from '../../src/schema/primitives';
import { shortMessage } from '../messages/shortMessage';
import { computeHash } from '../node/signedTransaction';
import vectors from '../vectors/accounts.json';
import { COMPANION, tokenAddress, tokenName } from './overlap';

export const FIRST_NONCE = 256;
/** New accounts and their names share one index, which exists once the account was created. */
export const MADE = 2;

type Kind = 'message' | 'transaction' | 'create' | 'key' | 'list' | 'name' | 'token' | 'switch';
export type Operation = { kind: Kind; origin: string; chainId: ChainId; account: number };
/** A wish with its number in the run, which appears in all its texts, and its outcome. */
export type Outcome = Operation & { number: number; reply?: unknown; error?: unknown };

export const getAccount = (index: number) =>
  vectors.accounts[index] as (typeof vectors.accounts)[number];
export const getAddress = (index: number) => getAccount(index).argent040;

export const wish: fc.Arbitrary<Operation> = fc
  .record({
    // Operations with a key take the longest by far, deriving an address even more than signing.
    kind: fc.constantFrom<Kind>(
      ...(['message', 'transaction', 'create', 'name', 'name', 'token', 'switch'] as const),
      ...(['key', 'key', 'list', 'list'] as const),
    ),
    origin: fc.constantFrom('https://one.example', 'https://two.example', 'https://three.example'),
    chainId: fc.constantFrom(...Object.values(chainIds)),
    account: fc.nat(1),
  })
  .map((drawn) => (drawn.kind === 'name' ? { ...drawn, origin: COMPANION } : drawn));

const messageOf = (chainId: ChainId, number: number): TypedData =>
  shortMessage({ text: `Order ${number}`, chainId });
const bound = { max_amount: '0x100', max_price_per_unit: '0x200' };
/** At the network's lowest price of L2 gas. */
const l2Bound = { ...bound, max_price_per_unit: '0x1dcd65000' };
const resource_bounds = { l1_gas: bound, l1_data_gas: bound, l2_gas: l2Bound };
const nonceOf = (number: number) => `0x${(FIRST_NONCE + number).toString(16)}`;

export function createRequest({ kind, chainId, account, number }: Outcome): [string, object] {
  const address = getAddress(account);
  switch (kind) {
    case 'message':
      return [
        'xnet_signMessage',
        { signerAddress: address, chainId, typedDataMessage: messageOf(chainId, number) },
      ];
    case 'transaction':
      return [
        'xnet_signTransaction',
        {
          address,
          chainId,
          transactions: [{ contractAddress: '0x1234', entrypoint: 'put', calldata: [number] }],
          transactionsDetail: { nonce: nonceOf(number), resourceBounds: resource_bounds },
        },
      ];
    case 'create':
      return ['xnet_createAccount', { addressIndex: getAccount(MADE).addressIndex, chainId }];
    case 'key':
      return ['xnet_extractPublicKey', { userAddress: address, chainId }];
    case 'list':
      return ['xnet_listAccounts', { chainId }];
    case 'name':
      return [
        'xnet_setAccountName',
        {
          chainId,
          accountName: `Name ${number}`,
          address: getAddress(number % 2 === 0 ? account : MADE),
        },
      ];
    case 'token':
      return [
        'xnet_addErc20Token',
        {
          chainId,
          tokenAddress: tokenAddress(number),
          tokenName: tokenName(number),
          tokenSymbol: `T${number}`,
          tokenDecimals: 6,
        },
      ];
    case 'switch':
      return ['xnet_switchNetwork', { chainId }];
  }
}

/** Signatures are deterministic: computed once, by another implementation. */
const signatures = new Map<string, string[]>();
export function expectedSignature({ kind, chainId, account, number }: Outcome): string[] {
  const id = JSON.stringify([kind, chainId, account, number]);
  const known = signatures.get(id);
  if (known) return known;
  const digest =
    kind === 'message'
      ? oracle.getMessageHash(messageOf(chainId, number), getAddress(account))
      : computeHash(chainId, {
          type: 'INVOKE',
          version: '0x3',
          sender_address: getAddress(account),
          tip: '0x0',
          nonce: nonceOf(number),
          resource_bounds,
          signature: [],
          transaction_hash: '',
          calldata: [
            '0x1',
            '0x1234',
            selector.getSelectorFromName('put'),
            '0x1',
            `0x${number.toString(16)}`,
          ],
          nonce_data_availability_mode: 'L1',
          fee_data_availability_mode: 'L1',
        });
  const { r, s } = ec.starkCurve.sign(
    digest.replace(/^0x/u, '').padStart(64, '0'),
    String(getAccount(account).privateKey),
  );
  const made = [r, s].map((part) => `0x${part.toString(16)}`);
  signatures.set(id, made);
  return made;
}
