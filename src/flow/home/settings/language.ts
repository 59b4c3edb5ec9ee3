import { languageNames } from '../../../schema/language';
import { say } from '../../../ui/text/words';
import { createChoiceSetting } from './setting';

export const languageSetting = createChoiceSetting(
  { wallet: say('home.asInWallet'), ...languageNames },
  ({ language }) => language,
  'home.set.language',
  () => 'home.languageSaved',
);
