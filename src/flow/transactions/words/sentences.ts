import type { Meaning } from '../../../starknet/meaning/meaning';
import { addressFact, type Fact, rawFact, textFact } from '../../../ui/review/facts';
import { type Label, say, type TextRef } from '../../../ui/text/words';
import type { TokensByAddress } from '../simulate';
import {
  createAmountText,
  getCollectionName,
  isUnknown,
  isUnlimited,
  tokenName,
  tokensToCheck,
} from './amounts';

/** A sentence for a call, and the related facts. */
export type CallWords = { readonly sentence: TextRef; readonly facts: readonly Fact[] };
type Kind<K extends Meaning['kind']> = Extract<Meaning, { kind: K }>;
type PlaceWords = Label;

/** The token of an amount, if another call of the transaction names it. */
export type Spent = { readonly token: string } | undefined;

const nameInMeaning = ({ names = {} }: Meaning, address: string): string | undefined =>
  names[address];

/** A fact for each address, with its name if listed. */
const addresses = (
  meaning: Meaning,
  labelled: Partial<Record<'from' | 'to' | 'spender' | 'owner' | 'contract', string | undefined>>,
): Fact[] =>
  Object.entries(labelled).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const label = name as keyof typeof labelled; // the keys are those of the type
    return addressFact(`calls.${label}`, value, nameInMeaning(meaning, value));
  });

/** A party by its listed name; else as the one whose address follows. */
const whoIs = (meaning: Meaning, address: string): PlaceWords =>
  nameInMeaning(meaning, address) ?? say('calls.below');

const joined = (places: readonly PlaceWords[]): PlaceWords =>
  places.slice(1).reduce<PlaceWords>((a, b) => say('calls.and', { a, b }), places[0] ?? '');

/** An amount, a piece of a collection, or a number that can be either. */
function transferredThing(meaning: Kind<'transfer'>, tokens: TokensByAddress): PlaceWords {
  const { token, amount, tokenId: id, unsure, standard } = meaning;
  if (id !== undefined) {
    const collection = getCollectionName(token, tokens);
    if (standard === 'erc1155') return say('calls.pieces', { amount, id, collection });
    return say('calls.piece', { id, collection });
  }
  if (unsure && isUnknown(token, tokens)) return say('calls.amountOrPiece', { number: amount });
  return createAmountText(meaning, tokens);
}

function transfer(meaning: Kind<'transfer'>, tokens: TokensByAddress): CallWords {
  const { token, from, to } = meaning;
  const thing = transferredThing(meaning, tokens);
  return {
    sentence: say(from === undefined ? 'calls.send' : 'calls.move', { what: thing }),
    facts: [...addresses(meaning, { from, to }), ...tokensToCheck([token], tokens)],
  };
}

function tellApproval(meaning: Kind<'approve'>, tokens: TokensByAddress): CallWords {
  const { token, amount, spender, owner, more: isIncrease, tokenId, unsure } = meaning;
  const spenderName = whoIs(meaning, spender);
  const symbol = tokenName(token, tokens);
  const sentence = (): TextRef => {
    if (tokenId !== undefined)
      return say('calls.allowPiece', {
        who: spenderName,
        what: say('calls.piece', { id: tokenId, collection: getCollectionName(token, tokens) }),
      });
    if (isIncrease)
      return say('calls.allowMore', {
        who: spenderName,
        amount: createAmountText(meaning, tokens),
      });
    if (isUnlimited(meaning, tokens))
      return say('calls.allowAny', { who: spenderName, token: symbol });
    if (unsure && isUnknown(token, tokens))
      return say('calls.allowUnsure', {
        who: spenderName,
        what: say('calls.amountOrPiece', { number: amount }),
      });
    if (BigInt(amount) === 0n) return say('calls.allowNone', { who: spenderName, token: symbol });
    return say('calls.allow', { who: spenderName, amount: createAmountText(meaning, tokens) });
  };
  return {
    sentence: owner === undefined ? sentence() : say('calls.permit', { what: sentence() }),
    facts: [...addresses(meaning, { spender, owner }), ...tokensToCheck([token], tokens)],
  };
}

function tellSwap(meaning: Kind<'swap'>, tokens: TokensByAddress): CallWords {
  const side = (amounts: Kind<'swap'>['sell']): PlaceWords => {
    if (amounts === null) return say('calls.unfixed');
    if (amounts.bound === 'exactly') return createAmountText(amounts, tokens);
    if (amounts.bound === 'atLeast' && amounts.amount === '0')
      return say('calls.anyAmount', { token: tokenName(amounts.token, tokens) });
    const amount = createAmountText(amounts, tokens);
    return say(`calls.${amounts.bound}`, { amount });
  };
  const { sell, buy, router, name, to } = meaning;
  const sides = { sell: side(sell), buy: side(buy) };
  return {
    sentence:
      name === null
        ? say('calls.inItsWords', { act: say('calls.swap', sides) })
        : say('calls.swapOn', { ...sides, name }),
    facts: [
      ...addresses(meaning, { contract: router, to }),
      ...tokensToCheck([(sell ?? buy).token, buy.token], tokens),
    ],
  };
}

const plainVerbs: readonly string[] = ['mint', 'claim', 'vote'];

/** The contract of an act: a listed one, the account itself, or any other. */
function atContract(meaning: Meaning, contract: string, act: TextRef): TextRef {
  const name = nameInMeaning(meaning, contract);
  if (name !== undefined) return say('calls.with', { act, name });
  if ('own' in meaning && meaning.own) return act;
  const isVerb = meaning.kind === 'act' && plainVerbs.includes(meaning.act);
  if (isVerb) return say('calls.inItsWords', { act });
  return say('calls.atUnlisted', { act });
}

const ofItsToken = (amount: string, spent: Spent, tokens: TokensByAddress): PlaceWords => {
  if (spent) return createAmountText({ ...spent, amount }, tokens);
  return say('calls.ofItsToken', { amount });
};

function act(meaning: Kind<'act'>, tokens: TokensByAddress, spent: Spent): CallWords {
  const { contract, to, label = '', assets, quantities, ethereum, pieces = [] } = meaning;
  const amounts = quantities.map((quantity): PlaceWords => createAmountText(quantity, tokens));
  if (assets !== undefined) amounts.push(ofItsToken(assets, spent, tokens));
  const [{ token, amount } = { token: contract, amount: '' }] = quantities;
  const name = meaning.act === 'clear' && amount === '0' ? 'clearAll' : meaning.act;
  const places = { amounts: joined(amounts), label, token: tokenName(token, tokens) };
  const facts: Fact[] = pieces.map(({ tokenId, amount }) => ({
    as: 'text',
    label: say('calls.pieceLabel', { id: tokenId }),
    value: amount,
  }));
  facts.push(...addresses(meaning, { to, contract }));
  if (ethereum !== undefined) facts.push(rawFact('calls.ethereum', ethereum));
  const namedTokens = quantities.map((quantity) => quantity.token);
  if (spent) namedTokens.push(spent.token);
  const otherTokens = namedTokens.filter((one) => one !== contract);
  return {
    sentence: atContract(meaning, contract, say(`calls.act.${name}`, places)),
    facts: [...facts, ...tokensToCheck(otherTokens, tokens)],
  };
}

function tellStake(meaning: Kind<'stake'>, tokens: TokensByAddress, spent: Spent): CallWords {
  const { contract, change, amount, token, to } = meaning;
  const namedToken = token === undefined ? spent : { token };
  const amounts = amount === null ? '' : ofItsToken(amount, namedToken, tokens);
  const variant = change === 'announceExit' && amount === null ? 'announceWholeExit' : change;
  return {
    sentence: atContract(meaning, contract, say(`calls.stake.${variant}`, { amounts })),
    facts: addresses(meaning, { contract, to }),
  };
}

/** A call as a sentence; `spent` is the token of an amount that the call itself does not name. */
export function tell(meaning: Meaning, tokens: TokensByAddress, spent?: Spent): CallWords {
  switch (meaning.kind) {
    case 'transfer':
      return transfer(meaning, tokens);
    case 'approve':
      return tellApproval(meaning, tokens);
    case 'approveAll': {
      const { token, operator, approved } = meaning;
      const places = {
        who: whoIs(meaning, operator),
        collection: getCollectionName(token, tokens),
      };
      return {
        sentence: say(approved ? 'calls.allowAll' : 'calls.allowAllOff', places),
        facts: [...addresses(meaning, { spender: operator }), ...tokensToCheck([token], tokens)],
      };
    }
    case 'swap':
      return tellSwap(meaning, tokens);
    case 'act':
      return act(meaning, tokens, spent);
    case 'stake':
      return tellStake(meaning, tokens, spent);
    case 'deploy':
      return {
        sentence: say('calls.deploy'),
        facts: [rawFact('calls.classHash', meaning.classHash)],
      };
    case 'upgrade':
      return {
        sentence: say(meaning.own ? 'calls.upgradeOwn' : 'calls.upgrade'),
        facts: [
          ...addresses(meaning, { contract: meaning.contract }),
          rawFact('calls.classHash', meaning.classHash),
        ],
      };
    case 'owner':
    case 'guardian':
      return {
        sentence: say(meaning.own ? `calls.${meaning.kind}.${meaning.change}` : 'calls.ownership'),
        facts: [
          ...addresses(meaning, { contract: meaning.contract }),
          ...(meaning.who.length > 0 ? [rawFact('calls.who', meaning.who.join(', '))] : []),
        ],
      };
    case 'other':
      return {
        sentence: say('calls.other', {
          entrypoint: meaning.entrypoint,
          contract: nameInMeaning(meaning, meaning.contract) ?? say('calls.belowContract'),
        }),
        facts: [
          ...addresses(meaning, { contract: meaning.contract }),
          textFact('calls.effect', say('calls.unknown')),
        ],
      };
  }
}
