import { say } from '../../../ui/text/words';
import { createChoiceSetting } from './setting';

export const languageSetting = createChoiceSetting(
  { wallet: say('home.asInWallet'), en: 'English', de: 'Deutsch', es: 'Español' },
  ({ language }) => language,
  'home.set.language',
  () => 'home.languageSaved',
);
