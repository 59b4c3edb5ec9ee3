import { type TypedDataFact, typedDataFacts } from '../../starknet/typedData/leaves';
import type { TypedData } from '../../starknet/typedData/parse';

/** A sign-in as the draft of SNIP-86 has it, in the words of the message. */
export type SignIn = {
  /** The page or service to which the user signs in. */
  readonly uri: string;
  readonly statement: string;
  /** When the signature ends, as the message states it; undefined if it does not say. */
  readonly expirationTime: string | undefined;
  /** The account that signs in. */
  readonly address: TypedDataFact;
};

const needed = ['version', 'address', 'statement', 'uri', 'nonce', 'issuedAt'];
const further = ['expirationTime', 'notBefore'];

/** The sign-in that a message is; undefined if it has a field more or less, or of another kind. */
export function parseSignIn(typedData: TypedData): SignIn | undefined {
  if (typedData.message.type !== 'Message') return undefined;
  const facts = typedDataFacts(typedData).filter(({ path }) => path[0] === 'message');
  const fields = new Map(facts.map((fact) => [fact.path.slice(1).join('.'), fact]));
  const isWhole =
    fields.size === facts.length &&
    needed.every((name) => fields.has(name)) &&
    [...fields.keys()].every((name) => [...needed, ...further].includes(name));
  const address = fields.get('address');
  if (!isWhole || !address) return undefined;
  const texts = [...fields].filter(([name]) => name !== 'address');
  if (texts.some(([, { as }]) => as !== 'text')) return undefined;
  const text = (name: string): string => fields.get(name)?.value ?? '';
  const expirationTime = fields.get('expirationTime')?.value;
  return { uri: text('uri'), statement: text('statement'), expirationTime, address };
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Whether a sign-in ends later than in a year, by whatever spelling of a date servers take. */
export const isLate = ({ expirationTime = '' }: SignIn, now: number): boolean =>
  Date.parse(expirationTime) > now * 1000 + YEAR_MS;
