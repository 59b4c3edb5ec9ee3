import { sameFelt } from '../../schema/primitives';
import { formatUnits, toAddress } from '../../starknet/felt';
import type { Standard } from '../../starknet/meaning/meaning';
import { knownToken, knownTokens } from '../../starknet/tokens/erc20';
import { groupHex } from '../../ui/text/format';
import type { Label } from '../../ui/text/words';
import { isListed, type Subject, transfersOf } from './evidence';

/** One token that leaves or reaches the account, or is only named: `touch`. */
export type Flow = {
  readonly way: 'out' | 'in' | 'touch';
  readonly standard: Standard;
  readonly token: string;
  readonly amount: bigint;
};

/** What the calls say of tokens; of others' approvals and acts only that a token is named. */
function flowsOfCalls(subject: Subject): Flow[] {
  const mine = (address: string) => sameFelt(address, subject.account.address);
  const transfers = transfersOf(subject).map(({ from, to, standard, token, amount }): Flow => {
    const way = mine(from) === mine(to) ? 'touch' : mine(from) ? 'out' : 'in';
    return { way, standard, token, amount: BigInt(amount) };
  });
  const others = subject.calls.flatMap(({ meaning }): Flow[] => {
    const flow = (way: Flow['way'], standard: Standard, token: string, amount = '0') => [
      { way, standard, token, amount: BigInt(amount) },
    ];
    switch (meaning.kind) {
      case 'approve':
        return flow('touch', meaning.standard, meaning.token);
      case 'approveAll':
        return flow('touch', 'erc721', meaning.token);
      case 'swap':
        return [
          ...(meaning.sell ? flow('out', 'erc20', meaning.sell.token, meaning.sell.amount) : []),
          ...(meaning.buy ? flow('in', 'erc20', meaning.buy.token, meaning.buy.amount) : []),
        ];
      case 'act':
        return meaning.quantities.flatMap(({ token }) => flow('touch', 'erc20', token));
      default:
        return [];
    }
  });
  return [...transfers, ...others];
}

/** Tokens on their way: by the simulation where there is one, and as the calls name them. */
export function flowsOf(subject: Subject): Flow[] {
  const called = flowsOfCalls(subject);
  if (subject.preview.state !== 'known') return called;
  const ways = { send: 'out', receive: 'in', allow: 'touch' } as const;
  return [
    ...subject.preview.changes.map(({ kind, standard, token, amount }) => ({
      way: ways[kind],
      standard,
      token,
      amount: BigInt(amount),
    })),
    // The amounts are in the simulation already.
    ...called.map((flow) => ({ ...flow, amount: 0n })),
  ];
}

/** What leaves the account of each ERC-20 token, less what comes back; by address in 64 digits. */
export function sentOf(subject: Subject): Map<string, bigint> {
  const sent = new Map<string, bigint>();
  for (const { way, standard, token, amount } of flowsOf(subject)) {
    if (standard !== 'erc20' || way === 'touch') continue;
    const address = toAddress(token);
    sent.set(address, (sent.get(address) ?? 0n) + (way === 'out' ? amount : -amount));
  }
  return sent;
}

/** True where symbol and decimals are from a list of the module. */
export const isVerified = (subject: Subject, token: string): boolean =>
  subject.tokens[toAddress(token)]?.verified === true || isListed(subject, token);

export const isFeeToken = (token: string): boolean => sameFelt(token, knownTokens.STRK.address);

/** Balance before, smallest units; undefined where it was not read. */
export function balanceOf({ balances, strkBalance }: Subject, token: string): bigint | undefined {
  const told = balances?.[toAddress(token)] ?? (isFeeToken(token) ? strkBalance : null);
  return told === null ? undefined : BigInt(told);
}

const factsOf = (subject: Subject, token: string) =>
  knownToken(token) ?? subject.tokens[toAddress(token)];

/** A token by its symbol where it is verified, else by its whole address. */
export const tokenName = (subject: Subject, token: string): string =>
  symbolOf(subject, token) ?? groupHex(toAddress(token));

const symbolOf = (subject: Subject, token: string): string | undefined =>
  (isVerified(subject, token) && factsOf(subject, token)?.symbol) || undefined;

/** An amount with its symbol or address, and in smallest units where decimals are not known. */
export function amountOf(subject: Subject, token: string, amount: bigint): Label {
  const decimals = factsOf(subject, token)?.decimals ?? null;
  const symbol = symbolOf(subject, token);
  const address = groupHex(toAddress(token));
  if (decimals === null)
    return { say: 'warnings.units', with: { amount: { amount: `${amount}` }, token: address } };
  const units = { amount: formatUnits(amount, decimals) };
  return symbol === undefined
    ? { say: 'warnings.amount', with: { amount: units, token: address } }
    : { ...units, symbol };
}
