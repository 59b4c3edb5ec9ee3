import { say } from '../../../ui/text/words';
import { createChoiceSetting } from './setting';

/** The source of prices, if any. */
export const pricesSetting = createChoiceSetting(
  { off: say('home.off'), avnu: 'AVNU' },
  ({ prices }) => prices,
  'home.priceSource',
  (chosen) => (chosen === 'off' ? 'fees.pricesOff' : 'fees.pricesOn'),
);
