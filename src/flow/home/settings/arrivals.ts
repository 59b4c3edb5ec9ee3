import { say } from '../../../ui/text/words';
import { createChoiceSetting } from './setting';

/** Whether the wallet tells that listed tokens came from others. */
export const arrivalsSetting = createChoiceSetting(
  { on: say('home.on'), off: say('home.off') },
  ({ arrivals }) => arrivals,
  'home.notifyArrivals',
  (chosen) => (chosen === 'on' ? 'home.arrivalsOn' : 'home.arrivalsOff'),
);
