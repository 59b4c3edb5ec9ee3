import { say } from '../../../ui/text/words';
import { oneOf } from './setting';

/** Where prices in money come from, if from anywhere. */
export const pricesSetting = oneOf(
  { off: say('home.off'), avnu: 'AVNU' },
  ({ prices }) => prices,
  'home.priceSource',
  (chosen) => (chosen === 'off' ? 'fees.pricesOff' : 'fees.pricesOn'),
);
