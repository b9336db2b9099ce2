// The language of the dashboard. It is fixed while a page is open: choosing another one loads the page again.
// docs/translating.md says how to add a language.

/** The languages that can be chosen, with their names for themselves. All but English have a folder in languages/. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

const STORAGE_KEY = 'lettermill.language'

const languageOf = (tag: string): Language | undefined =>
  LANGUAGE_CODES.find((code) => code === tag.toLowerCase().split('-')[0])

function readStored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    return ''
  }
}

// Tests of single modules run without a browser, and in English.
const isInBrowser = typeof document !== 'undefined'
// Under the locale C, Chromium has en-US@posix, which Intl refuses.
const tags = isInBrowser ? navigator.languages.map((tag) => tag.replace(/@.*/, '')) : []

/** The choice made in this browser, else the first language of the browser that there is, else English. */
export const language: Language =
  (isInBrowser ? languageOf(readStored()) : undefined) ?? tags.map(languageOf).find(Boolean) ?? 'en'

/** For numbers and times: the language as the browser has it, such as de-AT. */
export const locale: string = tags.find((tag) => languageOf(tag) === language) ?? language

export function chooseLanguage(choice: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // A browser without storage follows its own languages.
  }
  location.reload()
}
