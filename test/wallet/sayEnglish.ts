import calls from '../../locales/text/en/calls.json';
import errors from '../../locales/text/en/errors.json';
import fees from '../../locales/text/en/fees.json';
import home from '../../locales/text/en/home.json';
import message from '../../locales/text/en/message.json';
import preview from '../../locales/text/en/preview.json';
import review from '../../locales/text/en/review.json';
import warnings from '../../locales/text/en/warnings.json';
import { createSay, say, type TextName, type TextRef } from '../../src/ui/text/words';

const english = createSay({
  ...calls,
  ...errors,
  ...fees,
  ...home,
  ...message,
  ...preview,
  ...review,
  ...warnings,
});

/** A text of the module as English users read it: tests name it, so that its words may change. */
export const sayEnglish = (name: TextName, places?: TextRef['with']): string =>
  english(say(name, places));
