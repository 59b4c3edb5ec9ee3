import { say } from '../../../ui/text/words';
import { createChoiceSetting } from './setting';

/** Whether the wallet tells when a transaction has settled. */
export const notificationsSetting = createChoiceSetting(
  { on: say('home.on'), off: say('home.off') },
  ({ notifications }) => notifications,
  'home.notify',
  (chosen) => (chosen === 'on' ? 'home.notificationsOn' : 'home.notificationsOff'),
);
