import { acceptedLanguage, directionOf, firstLanguage, languageOf } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import { fillPlaceholders } from '../../platform/text/placeholders.ts'
import { EXPIRED_WORDS } from './expired-words.ts'
import { PAGE_WORDS } from './page-words.ts'
import type { PageWords } from './page-words.ts'
import { TOPIC_WORDS } from './topic-words.ts'
import type { TopicWords } from './topic-words.ts'
import type { Recipient } from './unsubscribe.queries.ts'

export type PageState = keyof PageWords | Exclude<keyof TopicWords, 'all'>
export type PageContent = {
  language: Language
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: string[]
  /** The label of the button, if there is one. */
  label: string | undefined
}

/** `topic` is empty on pages that are not about one. */
type PageValues = { project: string; email: string; topic: string }

const NO_VALUES: PageValues = { project: '', email: '', topic: '' }

export function pageOf(state: PageState, language: Language, values = NO_VALUES): PageContent {
  const words = wordsOf(state, language)
  const direction = directionOf(language)
  return {
    language,
    direction,
    title: words.title,
    paragraphs: [fillPlaceholders(words.text, values, direction)],
    label: words.action,
  }
}

const wordsOf = (state: PageState, language: Language): { title: string; text: string; action?: string } =>
  state === 'leaveTopic' || state === 'topicLeft' ? TOPIC_WORDS[language][state] : PAGE_WORDS[language][state]

/** The label of the button that leaves everything. */
export const leaveAllLabel = (language: Language): string => TOPIC_WORDS[language].all

export function expiredPage(language: Language): PageContent {
  const { title, text } = EXPIRED_WORDS[language]
  return { language, direction: directionOf(language), title, paragraphs: [text], label: undefined }
}

/** The language of the recipient, else of the project, else of the browser. */
export const pickLanguage = (recipient: Recipient | undefined, acceptLanguage: string): Language =>
  knownLanguage(recipient) ?? acceptedLanguage(acceptLanguage) ?? 'en'

/** The language of the browser, else of the recipient, else of the project: for a page on which people can choose. */
export const pickBrowserLanguage = (recipient: Recipient | undefined, acceptLanguage: string): Language =>
  acceptedLanguage(acceptLanguage) ?? knownLanguage(recipient) ?? 'en'

/** The language in the query of a link, `?lang=de`. */
export function chosenLanguage(query: unknown): Language | undefined {
  const { lang } = query as Record<string, unknown>
  return typeof lang === 'string' ? languageOf(lang) : undefined
}

const knownLanguage = (recipient: Recipient | undefined): Language | undefined =>
  firstLanguage([recipient?.contact?.locale, recipient?.project.locale])
