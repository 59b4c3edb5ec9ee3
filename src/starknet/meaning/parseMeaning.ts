import { ownEntry } from '@xnet/clients/schema/table';
import type { Call } from '../../schema/call';
import type { ChainId } from '../../schema/primitives';
import type { DecodedCall, Value } from '../abi/abi';
import { toAddress } from '../felt';
import { accounts } from './accounts';
import { acts } from './acts';
import {
  createAct,
  type Family,
  type Form,
  listItems,
  type MeaningRule,
  parseForm,
  type Scene,
} from './form';
import { knownContract, listedName } from './knownContracts';
import { lending } from './lending';
import type { Act, Meaning, NamelessMeaning } from './meaning';
import { staking } from './staking';
import { swaps } from './swaps';
import { tokens } from './tokens';

const families: readonly Family[] = [tokens, swaps, accounts, staking, lending, acts];

/** Entry points with self-explanatory names that no standard defines. */
const verbs: Readonly<Record<string, Act>> = {
  mint: 'mint',
  safe_mint: 'mint',
  public_mint: 'mint',
  claim: 'claim',
  claim_rewards: 'claim',
  claim_reward: 'claim',
  harvest: 'claim',
  vote: 'vote',
};

/** transferFrom and transfer_from belong to the same standard. */
const snake = (name: string): string =>
  name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** Values of a call in calldata order, with structs replaced by their fields. */
const flat = (value: Value): readonly Value[] => {
  if (value.as === 'struct') return value.fields.flatMap((field) => flat(field.value));
  return [value];
};

/** ABI types that the letters of a form match; a felt matches any single-felt type. */
const standardNames: Readonly<Record<string, string>> = {
  a: 'address felt',
  c: 'felt classHash selector address number',
  n: 'number felt',
  b: 'bool felt',
  u: 'number',
  '[': 'list',
  '{': 'enum',
};

const isWide = (type: string): boolean => /(?:256|512)$/u.test(type);

/** Whether the contract's ABI names the types of a form. */
function agrees(form: Form, { args }: DecodedCall): boolean {
  const [items, values] = [listItems(form), args.flatMap(({ value }) => flat(value))];
  return (
    values.length === items.length &&
    values.every(({ as, type }, index) => {
      const item = items[index]?.[0] ?? '';
      const isOneOf = standardNames[item]?.split(' ').includes(as) ?? false;
      return isOneOf && isWide(type) === (item === 'u');
    })
  );
}

/** Whether a rule applies to this contract. A listed contract needs no ABI. */
function applies([form, , restriction = '']: MeaningRule, scene: Scene): boolean {
  const { listedContract, contract, account, decoded } = scene;
  if (restriction === 'own') return contract === account;
  if (restriction !== '' && restriction !== 'abi')
    return restriction.split(' ').includes(listedContract?.kind ?? '');
  if (decoded) return agrees(form, decoded);
  return restriction === '';
}

function meaningsBy(rule: MeaningRule, scene: Scene): NamelessMeaning[] {
  const [form, tell] = rule;
  if (!applies(rule, scene)) return [];
  const parts = parseForm(form, scene.calldata);
  if (!parts) return [];
  const values = parts.map((part) => (typeof part === 'string' ? part : ''));
  const partsOf: Scene['partsOf'] = (index) => [parts[index] ?? []].flat();
  const meaning = tell({ ...scene, partsOf }, ...values);
  if (meaning) return [meaning];
  return [];
}

/** Listed contracts and tokens anywhere in a meaning. */
function namesIn(meaning: NamelessMeaning, chainId: ChainId): Meaning['names'] {
  const addresses = JSON.stringify(meaning).match(/0x[0-9a-f]{64}/gu) ?? [];
  const names = addresses.flatMap((address): [string, string][] => {
    const name = listedName(address, chainId);
    if (name === undefined) return [];
    return [[address, name]];
  });
  if (names.length > 0) return Object.fromEntries(names);
  return undefined;
}

/**
 * The meaning of a call. Requires calldata of exactly a known form, at a contract known to use that
 * form: by its address, by its ABI, or by a standard's name for the entry point. If no meaning
 * fits, or more than one, it is `other`.
 * @param decoded the call decoded with its contract's ABI; null if there is none or it does not fit
 */
export function parseMeaning(
  { contractAddress, entrypoint, calldata }: Call,
  decoded: DecodedCall | null,
  { account, chainId }: { account: string; chainId: ChainId },
): Meaning {
  const contract = toAddress(contractAddress);
  const listedContract = knownContract(contract, chainId);
  const isListed = listedName(contract, chainId) !== undefined;
  const scene: Scene = {
    contract,
    calldata,
    account: toAddress(account),
    chainId,
    listedContract,
    // For listed contracts, an ABI from a node must not influence the meaning.
    decoded: isListed ? null : decoded,
    partsOf: () => [],
  };
  const name = snake(entrypoint);
  const rules = families.flatMap((family) => ownEntry(family, name) ?? []);
  const meanings = rules.flatMap((rule) => meaningsBy(rule, scene));
  const different = new Set(meanings.map((meaning) => JSON.stringify(meaning)));
  const verb = ownEntry(verbs, name);
  const isFree = decoded !== null && !isListed;
  const isVerb =
    meanings.length === 0 && verb !== undefined && isFree && contract !== scene.account;
  const onlyMeaning = different.size === 1 ? meanings[0] : undefined;
  const certainMeaning = isVerb ? createAct(scene, verb) : onlyMeaning;
  const meaning: NamelessMeaning = certainMeaning ?? { kind: 'other', contract, entrypoint };
  const names = namesIn(meaning, chainId);
  if (names) return { ...meaning, names };
  return meaning;
}
