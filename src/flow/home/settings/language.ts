import { type Language, languages } from '../../../state/settings';
import type { Label } from '../../../ui/review/facts';
import { say } from '../../../ui/text/words';
import { type Setting, saved, setForAll } from './setting';

const languageNames: Record<Language, Label> = {
  wallet: say('home.asInWallet'),
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
};

export const languageSetting: Setting = {
  async facts({ settings }) {
    const chosen = await settings.language.chosen();
    const options = languages.map((value) => ({ value, label: languageNames[value] }));
    return {
      now: setForAll(languageNames[chosen]),
      choice: { label: 'home.set.language', options, chosen },
    };
  },
  async save({ settings }, form) {
    const chosen = languages.find((known) => known === form('choice'));
    if (!chosen) return undefined;
    await settings.language.choose(chosen);
    return saved('home.languageSaved');
  },
};
