import { say } from '../../../ui/text/words';
import { parseChoice } from './setting';

/** The source of prices, if any. */
export const pricesSetting = parseChoice(
  { off: say('home.off'), avnu: 'AVNU' },
  ({ prices }) => prices,
  'home.priceSource',
  (chosen) => (chosen === 'off' ? 'fees.pricesOff' : 'fees.pricesOn'),
);
