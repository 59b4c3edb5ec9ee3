import { kindOf } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../../module';
import type { NamedNetwork } from '../../../schema/primitives';
import type { SettingFacts } from '../../../ui/home/settings';
import type { Notice, SettingField } from '../../../ui/home/view';
import type { Label } from '../../../ui/review/facts';
import { say, type TextName, type Words } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';

/** What was typed into a form, by field; an empty text where nothing was. */
export type SettingForm = (field: SettingField) => string;
type Act = (module: Module, form: SettingForm) => Promise<Notice | undefined>;

/** A setting of the module's page. Nothing is told where a form holds what no person can choose. */
export type Setting = {
  /** What is set now, as hosts and names, never a key; and what its form asks for. */
  facts(
    module: State & Clients,
    networks: readonly NamedNetwork[],
  ): Promise<Omit<SettingFacts, 'name' | 'title' | 'about'>>;
  /** What sending the form does. */
  save: Act;
  /** What its second button does. */
  remove?: Act;
};

/** What is set for each network, or the text that says that nothing is. */
export const setByNetwork = (
  networks: readonly NamedNetwork[],
  none: TextName,
  set: (chainId: NamedNetwork['chainId']) => Label | undefined,
): SettingFacts['now'] =>
  networks.map(({ chainId, name }) => ({ label: name, value: set(chainId) ?? say(none) }));

/** What is set for all networks. */
export const setForAll = (value: Label): SettingFacts['now'] => [{ label: null, value }];

/** A setting that is one of a few values, by what each is called, for all networks. */
export const oneOf = <Value extends string>(
  names: Readonly<Record<Value, Label>>,
  of: (settings: State['settings']) => {
    chosen(): Promise<Value>;
    choose(value: Value): Promise<void>;
  },
  label: TextName,
  savedText: (chosen: Value) => TextName,
): Setting => {
  const values = Object.keys(names) as Value[]; // the keys are those of the type
  return {
    async facts({ settings }) {
      const chosen = await of(settings).chosen();
      const options = values.map((value) => ({ value, label: names[value] }));
      return { now: setForAll(names[chosen]), choice: { label, options, chosen } };
    },
    async save({ settings }, form) {
      const chosen = values.find((known) => known === form('choice'));
      if (!chosen) return undefined;
      await of(settings).choose(chosen);
      return saved(savedText(chosen));
    },
  };
};

/** An act on the network that a form names. */
export const onNetwork =
  (act: (module: Module, network: NamedNetwork, form: SettingForm) => Promise<Notice>): Act =>
  async (module, form) => {
    const network = await namedNetwork(module, form('network'));
    return network && act(module, network, form);
  };

export const saved = (say: TextName, places: Words['with'] = {}): Notice => ({
  severity: 'info',
  title: { say: 'home.saved' },
  text: { say, with: places },
});

const notTaken = (title: TextName, text: Label): Notice => ({
  severity: 'danger',
  title: { say: title },
  text,
});

export const noAddress = (): Notice => notTaken('home.noAddress', say('home.addressRule'));

export const noKey = (): Notice => notTaken('home.noKey', say('home.keyRule'));

/** How long a person waits until what was typed in is checked. */
export const CHECK_MS = 10_000;

/** Tries what was typed in. @returns what to tell where that fails */
export const tryOut = (check: () => Promise<unknown>): Promise<Notice | undefined> =>
  check().then(
    () => undefined,
    (error) => notTaken('home.notTaken', failureWords(error)),
  );

/**
 * Why a check failed, in words for the user: what a message says is for developers, and what the
 * user can mend is nearly always what was typed.
 */
export function failureWords(error: unknown): Label {
  const kind = kindOf(error);
  const isTold = kind === 'wrongChain' || kind === 'limitExceeded';
  return { say: isTold ? `errors.${kind}` : 'home.notChecked' };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address that may be asked: https, or this computer. */
export function parseUrl(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    const isSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
    return isSafe ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Keys travel in headers and paths; shorter ones could not be told from words that hide nothing. */
const KEY = /^[\x21-\x7e]{8,512}$/u;
export const isKey = (text: string): boolean => KEY.test(text);
