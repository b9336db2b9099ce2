import { acceptedLanguage, directionOf, languageOf } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import type { ConfirmationPage } from './confirmations.queries.ts'
import { PAGE_WORDS } from './page-words.ts'
import type { PageWords } from './page-words.ts'

export type PageState = keyof PageWords

export type PageContent = {
  language: Language
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: string[]
}

type Values = Record<'project' | 'email' | 'topics', string>

export function pageOf(state: PageState, language: Language, page?: ConfirmationPage): PageContent {
  const words = PAGE_WORDS[language]
  const { title, text } = words[state]
  const direction = directionOf(language)
  const topics = page?.topics.join(', ') ?? ''
  const values = { project: page?.project.name ?? '', email: page?.contact.email ?? '', topics }
  const shown = state === 'ask' && topics !== '' ? [text, words.ask.topics] : [text]
  return { language, direction, title, paragraphs: shown.map((one) => fill(one, values, direction)) }
}

/** Replaces all placeholders in one pass, because a name may contain braces. In right-to-left text names are isolated (FSI, PDI). */
const fill = (text: string, values: Values, direction: 'ltr' | 'rtl'): string =>
  text.replaceAll(/\{(project|email|topics)\}/g, (_, name: string) => {
    const value = values[name as keyof Values]
    return direction === 'rtl' ? `\u2068${value}\u2069` : value
  })

/** The language of the contact, else of the project, else of the browser: as on the other pages. */
export function pickLanguage(page: ConfirmationPage | undefined, acceptLanguage: string): Language {
  const known = [page?.contact.locale, page?.project.locale]
  return (
    known.map((locale) => languageOf(locale ?? '')).find((language) => language !== undefined) ??
    acceptedLanguage(acceptLanguage) ??
    'en'
  )
}
