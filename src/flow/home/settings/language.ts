import { say } from '../../../ui/text/words';
import { oneOf } from './setting';

export const languageSetting = oneOf(
  { wallet: say('home.asInWallet'), en: 'English', de: 'Deutsch', es: 'Español' },
  ({ language }) => language,
  'home.set.language',
  () => 'home.languageSaved',
);
