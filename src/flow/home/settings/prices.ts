import { priceSources } from '../../../state/settings';
import { say } from '../../../ui/text/words';
import { type Setting, saved, setForAll } from './setting';

const sourceNames = { off: say('home.off'), avnu: 'AVNU' };

/** Where prices in money come from, if from anywhere. */
export const pricesSetting: Setting = {
  async facts({ settings }) {
    const chosen = await settings.prices.chosen();
    const options = priceSources.map((value) => ({ value, label: sourceNames[value] }));
    return {
      now: setForAll(sourceNames[chosen]),
      choice: { label: 'home.priceSource', options, chosen },
    };
  },
  async save({ settings }, form) {
    const chosen = priceSources.find((known) => known === form('choice'));
    if (!chosen) return undefined;
    await settings.prices.choose(chosen);
    return saved(chosen === 'off' ? 'fees.pricesOff' : 'fees.pricesOn');
  },
};
