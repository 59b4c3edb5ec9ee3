import { readFileSync } from 'node:fs';
import {
  array,
  boolean,
  type Infer,
  integer,
  max,
  min,
  object,
  optional,
  partial,
  pattern,
  record,
  type Struct,
  StructError,
  string,
} from '@metamask/superstruct';
import { listPriced } from './meter/costs';
import { type Limits, limitNames, methodForm } from './options';
import { openMethods } from './upstream/methods';

const creditsAtMost = Number.MAX_SAFE_INTEGER;
const bytesAtMost = 2 ** 40;
const msAtMost = 86_400_000;
const countAtMost = 1_000_000;

const range = (minimum: number, maximum: number): Struct<number, null> =>
  max(min(integer(), minimum), maximum);

/** Limits of which 0 means that there is none of it, such as no answers in memory. */
const optionalLimits: readonly (keyof Limits)[] = [
  'cacheBytes',
  'drainMs',
  'lastRequestsMs',
  'pollMs',
];

const rangeOf = (name: keyof Limits): Struct<number, null> => {
  const minimum = optionalLimits.includes(name) ? 0 : 1;
  if (name.endsWith('Bytes')) return range(minimum, bytesAtMost);
  return range(minimum, name.endsWith('Ms') ? msAtMost : countAtMost);
};

const count = range(1, creditsAtMost);
const method = pattern(string(), methodForm);
const limits = Object.fromEntries(limitNames.map((name) => [name, rangeOf(name)])) as Record<
  keyof Limits,
  Struct<number, null>
>;

/** Everything that an operator may set in one file; README.md describes it. */
const Config = partial(
  object({
    plans: record(
      pattern(string(), /^[\w-]{1,40}$/),
      object({ creditsPerDay: count, creditsPerSecond: count }),
    ),
    prices: record(string(), range(0, creditsAtMost)),
    limits: partial(object(limits)),
    methods: array(method),
    rules: array(
      object({
        key: optional(pattern(string(), /^[\da-f]{32}$/)),
        origin: optional(string()),
        methods: array(method),
      }),
    ),
    logCallers: boolean(),
  }),
);

export type ConfigFile = Infer<typeof Config>;

/** Names that the service does not know, each with its path: such a price or rule would do nothing. */
const listUnknown = (
  { prices = {}, rules = [], methods = [] }: ConfigFile,
  further: readonly string[],
): string[] => {
  const furtherMethods = [...methods, ...further];
  const priced = listPriced(furtherMethods);
  const callable = [...openMethods, ...furtherMethods];
  return [
    ...Object.keys(prices).flatMap((name) => (priced.includes(name) ? [] : `/prices/${name}`)),
    ...rules.flatMap((rule, index) =>
      rule.methods.flatMap((name, methodIndex) =>
        callable.includes(name) ? [] : `/rules/${index}/methods/${methodIndex}`,
      ),
    ),
  ];
};

/** Without what was read, which may be a key. */
const reasonOf = ({ path, message }: StructError): string => {
  const [, expected = ''] = /-- (.*?)(?:,? but received.*)?$/s.exec(message) ?? [];
  return `${['', ...path.map(String)].join('/') || '/'} is wrong${expected && `: ${expected}`}`;
};

/**
 * @param methods further ones, of the command line
 * @throws an Error that names the file, the first member that is wrong, and its range
 */
export const readConfig = (file: string, methods: readonly string[] = []): ConfigFile => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // The library takes a list for an object.
    if (Array.isArray(value)) throw new Error('/ is wrong: Expected an object');
    const config = Config.create(value);
    const [unknown] = listUnknown(config, methods);
    if (unknown !== undefined) throw new Error(`${unknown} is wrong: there is no such name`);
    return config;
  } catch (cause) {
    const reason = cause instanceof StructError ? reasonOf(cause) : (cause as Error).message;
    throw new Error(`--config: ${file}: ${reason}`, { cause });
  }
};
