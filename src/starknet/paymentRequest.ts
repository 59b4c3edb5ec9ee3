import { ADDRESS_BOUND, type ChainId, chainName, parseNumber } from '../schema/primitives';
import { toAddress } from './felt';

/** A request for a payment, in the smallest unit of the token; `amount` is null if it names none. */
export type PaymentRequest = {
  /** Name or id of the network. */
  readonly chain: string;
  readonly token: string;
  readonly to: string;
  readonly amount: bigint | null;
};

/** Form of myBraavos/starknet-url, after ERC-681: <token>@<chain>/transfer?address=…&uint256=… */
const LINK = /^starknet:(0x[0-9a-f]+)@(\w+)\/transfer\?(.*)$/isu;
/** ERC-681 allows an exponent, such as in 12.5e18. */
const NUMBER = /^(\d{1,78})(?:\.(\d{1,78}))?(?:e(\d{1,2}))?$/iu;
const AMOUNT_BOUND = 2n ** 256n;

/** True if a text has the form of a request for a payment, whether or not it can be read. */
export const isPaymentRequest = (text: string): boolean => LINK.test(text.trim());

export const writePaymentRequest = (
  chainId: ChainId,
  { token, to, amount }: { token: string; to: string; amount: bigint },
): string =>
  `starknet:${token}@${chainName(chainId)}/transfer?address=${to}&uint256=${String(amount)}`;

/** Reads a request; undefined for any text that is none, or that could be read in two ways. */
export function readPaymentRequest(text: string): PaymentRequest | undefined {
  const [, token = '', chain = '', query = ''] = LINK.exec(text.trim()) ?? [];
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (values.has(name)) return undefined;
    values.set(name, value);
  }
  const contract = parseNumber(token);
  const to = values.get('address') ?? '';
  const amountText = values.get('uint256');
  const amount = amountText === undefined ? null : parseAmount(amountText);
  if (contract === undefined || contract >= ADDRESS_BOUND || amount === undefined) return undefined;
  if (!/^0x[0-9a-f]+$/iu.test(to)) return undefined;
  return { chain, token: toAddress(contract), to, amount };
}

function parseAmount(text: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (whole === '' || zeros < 0) return undefined;
  const amount = BigInt(`${whole}${fraction}`) * 10n ** BigInt(zeros);
  if (amount <= 0n || amount >= AMOUNT_BOUND) return undefined;
  return amount;
}
