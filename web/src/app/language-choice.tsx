import { chooseLanguage, language, LANGUAGE_CODES, LANGUAGES } from '../i18n/language.ts'
import { app as texts } from './app.texts.ts'

/** For pages without the sidebar, whose account menu has the same choice. */
export const LanguageChoice = () => (
  <nav aria-label={texts.language} className="mt-5 flex flex-wrap justify-center gap-x-4 gap-y-1">
    {LANGUAGE_CODES.map((code) => (
      <button
        key={code}
        type="button"
        lang={code}
        aria-current={code === language}
        className="rounded-md px-1.5 py-1 text-sm text-soft hover:text-text aria-[current=true]:font-medium aria-[current=true]:text-text"
        onClick={() => chooseLanguage(code)}
      >
        {LANGUAGES[code]}
      </button>
    ))}
  </nav>
)
