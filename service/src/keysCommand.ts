import { parseArgs } from 'node:util';
import { ownEntry } from '@xnet/clients/schema/table';
import { makeKey, rotateSecret } from './meter/apiKey';
import { defaultPlans } from './meter/plans';
import { completeOptions } from './options';
import { readConfig } from './readConfig';
import { omitUndefined, readCount, readStore, refuseEmpty } from './readOptions';
import type { ApiKey } from './stores/apiKey';
import { getDay } from './stores/day';
import { openStore } from './stores/openStore';
import type { Store } from './stores/store';
import { keysUsage } from './usage.mjs';

const parse = (args: readonly string[]) =>
  parseArgs({
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
      expires: { type: 'string' },
      overlap: { type: 'string' },
    },
  });
type Values = ReturnType<typeof parse>['values'];

/** Unix seconds of a date; undefined for "never". */
const readExpiry = (text: string | undefined): number | undefined => {
  if (text === undefined || text === 'never') return undefined;
  const ms = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(ms > Date.now())) throw new Error(`--expires: "${text}"`);
  return Math.floor(ms / 1_000);
};

const readPlan = (plan: string, { config }: Values): string => {
  const { plans } = config === undefined ? {} : readConfig(config);
  if (!Object.hasOwn({ ...defaultPlans, ...plans }, plan)) throw new Error(`--plan: "${plan}"`);
  return plan;
};

const defaultOverlapHours = 24;

const readLimits = (values: Values): Pick<ApiKey, 'ownPerDay' | 'ownPerSecond'> =>
  omitUndefined({
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

/** A key as printed: everything but the hashes of its secrets. */
const showKey = ({ secretHash, oldSecretHash: _old, ...visibleFields }: ApiKey): object => ({
  ...visibleFields,
  hasSecret: secretHash !== undefined,
});

type Command = (store: Store, values: Values, key: string | undefined) => Promise<object>;

/** A command that changes a key. `details`: shown only here. */
const changing =
  (change: (apiKey: ApiKey, values: Values) => { apiKey: ApiKey; details?: object }): Command =>
  async (store, values, key) => {
    const { apiKey, details } = change(await find(store, key), values);
    await store.putKey(apiKey);
    return { ...showKey(apiKey), ...details };
  };

const commands: Record<string, Command> = {
  create: async (store, values) => {
    const plan = readPlan(values.plan ?? 'free', values);
    const expiresAt = readExpiry(values.expires);
    const options = {
      plan,
      name: values.name ?? '',
      withSecret: values['no-secret'] !== true,
      ...(values['need-secret'] && { needsSecret: true }),
      ...readLimits(values),
      ...omitUndefined({ expiresAt }),
    };
    if (options.needsSecret && !options.withSecret) {
      throw new Error('--need-secret and --no-secret cannot be combined.');
    }
    const { apiKey, secret } = makeKey(options, Date.now());
    await store.putKey(apiKey);
    return { ...showKey(apiKey), secret };
  },
  list: async (store) => {
    const day = getDay(Date.now());
    const tell = async (key: string): Promise<object> => {
      const spent = await store.spent(key, day);
      const apiKey = await Promise.resolve(key)
        .then(store.findKey)
        .catch(() => undefined);
      // A damaged record does not keep the others from being listed.
      const record = apiKey?.key === key ? showKey(apiKey) : { key, unreadable: true };
      return { ...record, ...spent };
    };
    const records: object[] = [];
    const keys = await store.listKeys();
    while (records.length < keys.length) {
      const next = keys.slice(records.length, records.length + atOnce);
      records.push(...(await Promise.all(next.map(tell))));
    }
    return records;
  },
  limit: changing(({ ownPerDay: _day, ownPerSecond: _second, ...apiKey }, values) => ({
    apiKey: { ...apiKey, ...readLimits(values) },
  })),
  plan: changing((apiKey, values) => ({
    apiKey: { ...apiKey, plan: readPlan(values.plan ?? '', values) },
  })),
  expire: changing(({ expiresAt: _before, ...apiKey }, values) => ({
    apiKey: { ...apiKey, ...omitUndefined({ expiresAt: readExpiry(values.expires ?? '') }) },
  })),
  rotate: changing((currentKey, values) => {
    const hours = readCount('overlap', values.overlap) ?? defaultOverlapHours;
    const { apiKey, secret } = rotateSecret(currentKey, hours * 3_600, Date.now());
    return { apiKey, details: { secret } };
  }),
  revoke: changing((apiKey) => ({ apiKey: { ...apiKey, revoked: true } })),
};

/** `keys …`: prints one line of JSON. A running service applies changes at once. */
export const keysCommand = async (
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> => {
  const { values, positionals } = parse(args);
  const [first = 'help', key] = positionals;
  const name = values.help ? 'help' : first;
  const command = ownEntry(commands, name);
  if (command === undefined) {
    if (name !== 'help') throw new Error(keysUsage);
    say(keysUsage);
    return;
  }
  refuseEmpty(values);
  const { data } = values;
  const store = await openStore(
    completeOptions(omitUndefined({ data, store: readStore(values.store) })),
  );
  try {
    say(JSON.stringify(await command(store, values, key)));
  } finally {
    await store.close();
  }
};
