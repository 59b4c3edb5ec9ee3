import { say } from '../../../ui/text/words';
import { parseChoice } from './setting';

export const languageSetting = parseChoice(
  { wallet: say('home.asInWallet'), en: 'English', de: 'Deutsch', es: 'Español' },
  ({ language }) => language,
  'home.set.language',
  () => 'home.languageSaved',
);
