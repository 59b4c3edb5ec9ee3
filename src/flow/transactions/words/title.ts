import type { Meaning, Quantity } from '../../../starknet/meaning/meaning';
import { type Label, say, type TextName, type Words } from '../../../ui/text/words';
import type { TokensByAddress } from '../simulate';
import {
  amountOf,
  collectionOf,
  groupCalls,
  isUnknown,
  isUnlimited,
  type MeantCall,
  symbolOf,
  tokenName,
} from './amounts';
import { tell } from './sentences';

/** The title of the request, and the label of the button that approves it. */
export type TitleAndVerb = { readonly title: Words; readonly verb: TextName };

/** Ranks acts by possible cost; the first wins among equals. */
function rank(meaning: Meaning, tokens: TokensByAddress): number {
  switch (meaning.kind) {
    case 'upgrade':
    case 'owner':
    case 'guardian':
      return 3;
    case 'approveAll':
      return meaning.approved ? 2 : 0;
    case 'approve':
      return isUnlimited(meaning, tokens) ? 2 : 0;
    default:
      return 0;
  }
}

const ownVerbs: { readonly [K in Meaning['kind']]?: TextName } = {
  swap: 'review.doSwap',
  upgrade: 'review.doUpgrade',
};

function callTitle(meaning: Meaning, tokens: TokensByAddress): TitleAndVerb {
  const isEither = 'unsure' in meaning && isUnknown(meaning.token, tokens);
  const amount = (quantity: Quantity): Label => {
    const isNamed = symbolOf(quantity.token, tokens) !== undefined;
    if (isNamed && !isUnknown(quantity.token, tokens)) return amountOf(quantity, tokens);
    return say(isEither ? 'calls.unknownEither' : 'calls.unknownToken');
  };
  switch (meaning.kind) {
    case 'transfer': {
      const { token, tokenId } = meaning;
      const what = tokenId === undefined ? amount(meaning) : pieceOf(tokenId, token);
      const isMove = meaning.from !== undefined;
      return {
        title: say(isMove ? 'calls.move' : 'calls.send', { what }),
        verb: isMove ? 'review.confirm' : 'review.doSend',
      };
    }
    case 'approve': {
      const { token, tokenId } = meaning;
      const symbol = tokenName(token, tokens);
      if (meaning.owner !== undefined) return other(meaning);
      if (tokenId !== undefined) return allow('calls.titleAllow', pieceOf(tokenId, token));
      if (isUnlimited(meaning, tokens)) return allow('calls.titleAllowAny', symbol);
      // A token id may be 0.
      if (isEither || BigInt(meaning.amount) > 0n)
        return allow(meaning.more ? 'calls.titleAllowMore' : 'calls.titleAllow', amount(meaning));
      return { title: say('calls.titleRevoke', { what: symbol }), verb: 'review.doRevoke' };
    }
    case 'approveAll': {
      const what = collectionOf(meaning.token, tokens);
      return meaning.approved
        ? allow('calls.titleAllowAll', what)
        : { title: say('calls.titleRevokeAll', { what }), verb: 'review.doRevoke' };
    }
    default:
      return other(meaning);
  }

  function pieceOf(id: string, token: string): Words {
    return say('calls.piece', { id, collection: collectionOf(token, tokens) });
  }
  function other(one: Meaning): TitleAndVerb {
    const { sentence: title } = tell(one, tokens);
    // A button must not promise what only a contract claims.
    const isProved = title.say !== 'calls.inItsWords';
    return { title, verb: (isProved && ownVerbs[one.kind]) || 'review.confirm' };
  }
}

const allow = (name: TextName, what: Label): TitleAndVerb => ({
  title: say(name, { what }),
  verb: 'review.doAllow',
});

/** For several acts, the title names the one that can cost most, and their number. */
export function titleOfCalls(calls: readonly MeantCall[], tokens: TokensByAddress): TitleAndVerb {
  const meanings = groupCalls(calls).map(({ meaning }) => meaning);
  const [worst] = [...meanings].sort((a, b) => rank(b, tokens) - rank(a, tokens));
  if (worst === undefined) return { title: say('preview.deployAccount'), verb: 'review.doDeploy' };
  const { title, verb } = callTitle(worst, tokens);
  if (meanings.length === 1) return { title, verb };
  const verbs = new Set(meanings.map((meaning) => callTitle(meaning, tokens).verb));
  return {
    title: say('calls.titleOneOf', { act: title, count: String(meanings.length) }),
    verb: verbs.size === 1 ? verb : 'review.confirm',
  };
}
