import type { ChainId } from '../../schema/primitives';
import { formatUnits } from '../../starknet/amount';
import { knownContract } from '../../starknet/meaning/knownContracts';
import { knownToken } from '../../starknet/tokens/erc20';
import type { TypedDataFact } from '../../starknet/typedData/leaves';
import type { Fact, Label } from '../../ui/review/facts';
import { groupHex } from '../../ui/text/format';
import { placeOf } from './warnings';

/** Decimal digits of a larger number tell nobody which felt it is. */
const LONG = 2n ** 64n;

/** A value of a message as it is drawn, read off the tree that is hashed. */
export function messageFact(fact: TypedDataFact, chainId: ChainId): Fact {
  const { path, type, as, value, raw = '' } = fact;
  const label = placeOf(path) || type;
  const text = (shown: Label): Fact => ({ as: 'text', label, value: shown });
  switch (as) {
    case 'address': {
      const name = knownToken(value)?.symbol ?? knownContract(value, chainId)?.name;
      return { as, label, value, ...(name !== undefined && { name }) };
    }
    case 'classHash':
      return { as: 'raw', label, value };
    case 'root':
      return { as: 'raw', label: { say: 'message.root', with: { field: label } }, value };
    case 'amount':
      return amountFact(label, value, fact.token);
    case 'text':
      if (raw === '') return text(value);
      return text(
        value === ''
          ? { say: 'message.emptyText', with: { raw } }
          : { say: 'message.text', with: { text: value, raw } },
      );
    case 'number': {
      const number =
        BigInt(value) < LONG
          ? value
          : ({ say: 'message.number', with: { number: value, raw } } as const);
      const { alsoReads } = fact;
      return text(
        alsoReads === undefined
          ? number
          : { say: 'message.alsoReads', with: { number, text: alsoReads } },
      );
    }
    case 'selector':
      return text(fact.warning ? { say: 'message.unreadable', with: { selector: value } } : value);
    case 'time':
      return text(timeText(value, raw));
    case 'boolean':
      return text({ say: value === 'true' ? 'message.true' : 'message.false' });
    case 'choice':
      return text(value);
    case 'empty':
      return text({ say: 'message.nothing' });
  }
}

const timeText = (date: string, seconds: string): Label => ({
  say: 'message.time',
  with: { date, seconds: BigInt(seconds).toString() },
});

/** With symbol and decimals where the token is of the module's own list, else in smallest units. */
export function amountFact(label: Label, amount: string, token: string | undefined): Fact {
  if (token === undefined) return { as: 'text', label, value: amount };
  const known = knownToken(token);
  return known
    ? {
        as: 'text',
        label,
        value: { amount: formatUnits(BigInt(amount), known.decimals), symbol: known.symbol },
      }
    : {
        as: 'text',
        label,
        value: { say: 'message.units', with: { amount, token: groupHex(token) } },
      };
}
