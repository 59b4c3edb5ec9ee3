import { readFileSync } from 'node:fs';
import {
  array,
  boolean,
  type Infer,
  integer,
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
import { type Limits, limitNames, methodForm } from './options';

const count = min(integer(), 1);
const method = pattern(string(), methodForm);
const limits = Object.fromEntries(limitNames.map((name) => [name, min(integer(), 0)])) as Record<
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
    prices: record(string(), min(integer(), 0)),
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

/** @throws an Error that names the file and the first member that is wrong */
export const readConfig = (path: string): ConfigFile => {
  try {
    return Config.create(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const why =
      cause instanceof StructError
        ? `${['', ...cause.path.map(String)].join('/') || '/'} is wrong`
        : (cause as Error).message;
    throw new Error(`--config: ${path}: ${why}`, { cause });
  }
};
