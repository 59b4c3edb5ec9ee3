import type { Clients, State } from '../../../module';
import { ADVANCED, type SettingFacts, settingParts } from '../../../ui/home/settings';
import type { Notice } from '../../../ui/home/view';
import { say } from '../../../ui/text/words';
import { namedNetworks } from '../../chain/namedNetwork';
import { readText } from '../form';
import type { OpenPage, Part } from '../part';
import { readablePart } from '../readable';
import { arrivalsSetting } from './arrivals';
import { ethereumSetting } from './ethereum';
import { explorerSetting } from './explorer';
import { languageSetting } from './language';
import { nodeSetting } from './node';
import { notificationsSetting } from './notifications';
import { paymasterSetting } from './paymaster';
import { pricesSetting } from './prices';
import { gasSetting, ipfsSetting } from './services';
import type { Setting, SettingForm } from './setting';

/** All settings, in the order of the page: those of every day first. */
export const settings = {
  language: languageSetting,
  notifications: notificationsSetting,
  arrivals: arrivalsSetting,
  prices: pricesSetting,
  paymaster: paymasterSetting,
  node: nodeSetting,
  explorer: explorerSetting,
  ethereum: ethereumSetting,
  gas: gasSetting,
  ipfs: ipfsSetting,
};
const everyday: readonly string[] = [
  'language',
  'notifications',
  'arrivals',
  'prices',
  'paymaster',
];
export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** The current state of each setting, independently; the network in sight comes first. */
async function settingFacts(module: State & Clients, chainId: string) {
  const networks = (await namedNetworks(module)).sort((a) => (a.chainId === chainId ? -1 : 1));
  return settingNames.map(
    (name) => async (): Promise<SettingFacts> => ({
      name,
      isAdvanced: !everyday.includes(name),
      title: `home.set.${name}` as const,
      about: `home.about.${name}` as const,
      ...(await settings[name].facts(module, networks)),
    }),
  );
}

/** All settings, each with its form. */
export const settingsPart: Part<'settings'> = {
  async facts(module, { chainId, open }, { isTaken = false }) {
    const all = (await settingFacts(module, chainId)).map((read) => readablePart(module, read()));
    return { settings: (await Promise.all(all)).flatMap((one) => one ?? []), open, isTaken };
  },
  press: {
    async [settingParts.advanced]({ view, show }) {
      const isUnfolded = view.open === ADVANCED || !everyday.includes(view.open || 'language');
      await show({ open: isUnfolded ? '' : ADVANCED });
    },
    async [settingParts.unfold]({ view, show }, name) {
      const setting = settingOf(name);
      if (!setting) return;
      const folded = everyday.includes(setting) ? '' : ADVANCED;
      await show({ open: view.open === setting ? folded : setting });
    },
    [settingParts.remove]: (page, name) => pressBeside(page, name, 'remove'),
    [settingParts.usePublic]: (page, name) => pressBeside(page, name, 'usePublic'),
  },
  submit: {
    async [settingParts.form](page, name, value) {
      const setting = settingOf(name);
      if (!setting) return;
      if (readText(value, 'url')) await page.redraw({ notice: { ...checking, form: setting } });
      const notice = await settings[setting].save(page.module, formFields(value));
      await showNotice(page, setting, notice);
    },
  },
};

/** Handles a button beside the form of a setting, with the form's fields. */
async function pressBeside(
  page: OpenPage,
  name: string,
  button: 'remove' | 'usePublic',
): Promise<void> {
  const setting = settingOf(name);
  if (!setting) return;
  const { module, id } = page;
  const choice: Setting = settings[setting];
  const state = await module.dialogs.formState(id, `${settingParts.form}${setting}`);
  if (button === 'usePublic') await page.redraw({ notice: { ...checking, form: setting } });
  await showNotice(page, setting, await choice[button]?.(module, formFields(state)));
}

/** Told at once: a service may take seconds to answer. */
const checking: Notice = {
  severity: 'info',
  title: say('home.checking'),
  text: say('home.checkingText'),
};

const settingOf = (name: string): SettingName | undefined =>
  settingNames.find((settingName) => settingName === name);

/** A rejected form stays as it is; an accepted one is cleared. */
const showNotice = async ({ conclude }: OpenPage, open: SettingName, notice?: Notice) => {
  const isTaken = notice?.severity === 'info';
  if (notice)
    await conclude({ page: 'settings', open }, { notice: { ...notice, form: open }, isTaken });
};

/** The texts of a form by field name; an empty field is an empty text. */
const formFields =
  (value: unknown): SettingForm =>
  (field) =>
    readText(value, field) ?? '';
