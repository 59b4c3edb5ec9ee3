import { type LanguageName, languageNames } from '../../../src/schema/language';
import { chooseLanguage, spoken } from '../language';
import { useStore } from '../store';
import { useTexts } from './useTexts';

/** The page's language, kept on this device once it is chosen. */
export function LanguageChoice() {
  const { text } = useTexts();
  const { language } = useStore(spoken);
  return (
    <div className="language">
      <label htmlFor="nav-language">{text('page.language')}</label>
      <select
        id="nav-language"
        data-testid="language"
        value={language}
        onChange={(event) => void chooseLanguage(window, event.target.value as LanguageName)}
      >
        {Object.entries(languageNames).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
