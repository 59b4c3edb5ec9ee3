import { parseArgs } from 'node:util';
import { makeKey } from './meter/apiKey';
import { defaultPlans } from './meter/plans';
import { completeOptions } from './options';
import { readConfig } from './readConfig';
import { given, readCount, readStore, refuseEmpty } from './readOptions';
import type { ApiKey } from './stores/apiKey';
import { dayOf } from './stores/day';
import { openStore } from './stores/openStore';
import type { Store } from './stores/store';
import { keysUsage } from './usage.mjs';

type Values = {
  config?: string | undefined;
  name?: string | undefined;
  plan?: string | undefined;
  'no-secret'?: boolean | undefined;
  'need-secret'?: boolean | undefined;
  'per-day'?: string | undefined;
  'per-second'?: string | undefined;
};

const readLimits = (values: Values): Pick<ApiKey, 'ownPerDay' | 'ownPerSecond'> =>
  given({
    ownPerDay: readCount('per-day', values['per-day']),
    ownPerSecond: readCount('per-second', values['per-second']),
  });

/** Keys queried at once from a database server: each query has its own deadline. */
const atOnce = 1_000;

const find = async (store: Store, key: string | undefined): Promise<ApiKey> => {
  const apiKey = key === undefined ? undefined : await store.findKey(key);
  if (apiKey === undefined) throw new Error('There is no such key.');
  return apiKey;
};

/** A key as printed: everything but the hash of its secret. */
const shown = ({ secretHash, ...rest }: ApiKey): object => ({
  ...rest,
  hasSecret: secretHash !== undefined,
});

const commands: Record<
  string,
  (store: Store, values: Values, key: string | undefined) => Promise<object>
> = {
  create: async (store, values) => {
    const plan = values.plan ?? 'free';
    const { plans } = values.config === undefined ? {} : readConfig(values.config);
    if (!Object.hasOwn({ ...defaultPlans, ...plans }, plan)) throw new Error(`--plan: "${plan}"`);
    const options = {
      ...{ plan, name: values.name ?? '', withSecret: values['no-secret'] !== true },
      ...(values['need-secret'] ? { needsSecret: true } : {}),
      ...readLimits(values),
    };
    if (options.needsSecret && !options.withSecret) {
      throw new Error('--need-secret and --no-secret cannot be combined.');
    }
    const { apiKey, secret } = makeKey(options, Date.now());
    await store.putKey(apiKey);
    return { ...shown(apiKey), secret };
  },
  list: async (store) => {
    const day = dayOf(Date.now());
    const tell = async (key: string): Promise<object> => {
      const spent = await store.spent(key, day);
      const apiKey = await store.findKey(key).catch(() => undefined);
      // A damaged record does not keep the others from being listed.
      const record = apiKey?.key === key ? shown(apiKey) : { key, unreadable: true };
      return { ...record, ...spent };
    };
    const told: object[] = [];
    const keys = await store.listKeys();
    while (told.length < keys.length) {
      const next = keys.slice(told.length, told.length + atOnce);
      told.push(...(await Promise.all(next.map(tell))));
    }
    return told;
  },
  limit: async (store, values, key) => {
    const { ownPerDay: _day, ownPerSecond: _second, ...rest } = await find(store, key);
    const apiKey = { ...rest, ...readLimits(values) };
    await store.putKey(apiKey);
    return shown(apiKey);
  },
  revoke: async (store, _values, key) => {
    const apiKey = { ...(await find(store, key)), revoked: true };
    await store.putKey(apiKey);
    return shown(apiKey);
  },
};

/** `keys …`: prints one line of JSON. A running service applies changes at once. */
export const keysCommand = async (
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      data: { type: 'string' },
      store: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      name: { type: 'string' },
      plan: { type: 'string' },
      'no-secret': { type: 'boolean' },
      'need-secret': { type: 'boolean' },
      'per-day': { type: 'string' },
      'per-second': { type: 'string' },
    },
  });
  const [first = 'help', key] = positionals;
  const name = values.help ? 'help' : first;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    if (name !== 'help') throw new Error(keysUsage);
    say(keysUsage);
    return;
  }
  refuseEmpty(values);
  const { data } = values;
  const store = await openStore(completeOptions(given({ data, store: readStore(values.store) })));
  try {
    say(JSON.stringify(await command(store, values, key)));
  } finally {
    await store.close();
  }
};
