import { getErrorKind } from '@xnet/clients/errors';
import type { Clients, Module, State } from '../../../module';
import type { NamedNetwork } from '../../../schema/primitives';
import type { SettingFacts, SettingField } from '../../../ui/home/settings';
import type { Notice } from '../../../ui/home/view';
import type { Label } from '../../../ui/review/facts';
import { say, type TextName, type TextRef } from '../../../ui/text/words';
import { namedNetwork } from '../../chain/namedNetwork';
import { notTaken } from '../form';

/** The text of a form's field; empty if nothing was entered. */
export type SettingForm = (field: SettingField) => string;
type Act = (module: Module, form: SettingForm) => Promise<Notice | undefined>;

/** A setting on the module's page. Ignores forms with values that a person cannot choose. */
export type Setting = {
  /** The current values, as hosts and names, never a key; and the fields of the form. */
  facts(
    module: State & Clients,
    networks: readonly NamedNetwork[],
  ): Promise<Omit<SettingFacts, 'name' | 'title' | 'about'>>;
  /** Submits the form. */
  save: Act;
  /** Handle the buttons beside the form. */
  remove?: Act;
  usePublic?: Act;
};

/** The value for each network, or the text for an unset one. */
export const setByNetwork = (
  networks: readonly NamedNetwork[],
  none: TextName,
  set: (chainId: NamedNetwork['chainId']) => Label | undefined,
): SettingFacts['now'] =>
  networks.map(({ chainId, name }) => ({ label: name, value: set(chainId) ?? say(none) }));

/** The value for all networks. */
export const setForAll = (value: Label): SettingFacts['now'] => [{ label: null, value }];

/** A setting with a few possible values and their labels, for all networks. */
export const createChoiceSetting = <Value extends string>(
  names: Readonly<Record<Value, Label>>,
  ofNetwork: (settings: State['settings']) => {
    chosen(): Promise<Value>;
    choose(value: Value): Promise<void>;
  },
  label: TextName,
  savedText: (chosen: Value) => TextName,
): Setting => {
  const values = Object.keys(names) as Value[]; // the keys are those of the type
  return {
    async facts({ settings }) {
      const chosen = await ofNetwork(settings).chosen();
      const options = values.map((value) => ({ value, label: names[value] }));
      return { now: setForAll(names[chosen]), choice: { label, options, chosen } };
    },
    async save({ settings }, form) {
      const chosen = values.find((value) => value === form('choice'));
      if (!chosen) return undefined;
      await ofNetwork(settings).choose(chosen);
      return saved(savedText(chosen));
    },
  };
};

/** An act on the network that a form selects. */
export const onNetwork =
  (act: (module: Module, network: NamedNetwork, form: SettingForm) => Promise<Notice>): Act =>
  async (module, form) => {
    const network = await namedNetwork(module, form('network'));
    return network && act(module, network, form);
  };

export const saved = (say: TextName, places: TextRef['with'] = {}): Notice => ({
  severity: 'info',
  title: { say: 'home.saved' },
  text: { say, with: places },
});

export const noAddress = (): Notice => notTaken(say('home.addressRule'), 'home.noAddress');

export const noKey = (): Notice => notTaken(say('home.keyRule'), 'home.noKey');

/** Deadline for checking an input. */
export const CHECK_MS = 10_000;

/** Tries an input. @returns what to report if that fails */
export const checkInput = (check: () => Promise<unknown>): Promise<Notice | undefined> =>
  check().then(
    () => undefined,
    (error) => notTaken(failureWords(error)),
  );

/**
 * Why a check failed, for the user: error messages are for developers, and the user can nearly
 * always fix only the input.
 */
export function failureWords(error: unknown): Label {
  const kind = getErrorKind(error);
  const isTold = kind === 'wrongChain' || kind === 'limitExceeded';
  return { say: isTold ? `errors.${kind}` : 'home.notChecked' };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An allowed address: https, or this computer. */
export function parseUrl(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    const isSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
    if (isSafe) return url.href;
    return undefined;
  } catch {
    return undefined;
  }
}

/** Keys are sent in headers and paths; shorter ones could not be told from ordinary words. */
const KEY = /^[\x21-\x7e]{8,512}$/u;
export const isKey = (text: string): boolean => KEY.test(text);
