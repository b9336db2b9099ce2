import { acceptedLanguage, directionOf, firstLanguage } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import { fillPlaceholders } from '../../platform/text/placeholders.ts'
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

export function pageOf(state: PageState, language: Language, page?: ConfirmationPage): PageContent {
  const words = PAGE_WORDS[language]
  const { title, text } = words[state]
  const direction = directionOf(language)
  const topics = page?.topics.join(', ') ?? ''
  const values = { project: page?.project.name ?? '', email: page?.contact.email ?? '', topics }
  const shown = state === 'ask' && topics !== '' ? [text, words.ask.topics] : [text]
  return {
    language,
    direction,
    title,
    paragraphs: shown.map((one) => fillPlaceholders(one, values, direction)),
  }
}

/** The language of the contact, else of the project, else of the browser: as on the other pages. */
export const pickLanguage = (page: ConfirmationPage | undefined, acceptLanguage: string): Language =>
  firstLanguage([page?.contact.locale, page?.project.locale]) ?? acceptedLanguage(acceptLanguage) ?? 'en'
