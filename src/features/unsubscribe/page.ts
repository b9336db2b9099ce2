import { languageOf } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import { EXPIRED_WORDS } from './expired-words.ts'
import { PAGE_WORDS, RIGHT_TO_LEFT } from './page-words.ts'
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

export function pageOf(state: PageState, language: Language, values?: PageValues): PageContent {
  const words = wordsOf(state, language)
  const direction = directionOf(language)
  return {
    language,
    direction,
    title: words.title,
    paragraphs: [fill(words.text, direction === 'rtl' ? isolated(values) : values)],
    label: words.action,
  }
}

const wordsOf = (state: PageState, language: Language): { title: string; text: string; action?: string } =>
  state === 'leaveTopic' || state === 'topicLeft' ? TOPIC_WORDS[language][state] : PAGE_WORDS[language][state]

/** The label of the button that leaves everything. */
export const leaveAllLabel = (language: Language): string => TOPIC_WORDS[language].all

const directionOf = (language: Language) => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')

export function expiredPage(language: Language): PageContent {
  const { title, text } = EXPIRED_WORDS[language]
  return { language, direction: directionOf(language), title, paragraphs: [text], label: undefined }
}

/** Replaces all placeholders in one pass, because a name may contain braces. */
const fill = (text: string, values = NO_VALUES): string =>
  text.replaceAll(/\{(project|email|topic)\}/g, (_, name: string) => values[name as keyof PageValues])

/** Isolates names and addresses in right-to-left text with Unicode's FSI and PDI. */
const isolated = (values: PageValues | undefined): PageValues | undefined =>
  values && {
    project: `\u2068${values.project}\u2069`,
    email: `\u2068${values.email}\u2069`,
    topic: `\u2068${values.topic}\u2069`,
  }

/** The language of the recipient, else of the project, else of the browser. */
export function pickLanguage(recipient: Recipient | undefined, acceptLanguage: string): Language {
  const known = [recipient?.contact?.locale, recipient?.project.locale]
  return (
    known.map((locale) => languageOf(locale ?? '')).find((language) => language !== undefined) ??
    acceptedLanguage(acceptLanguage) ??
    'en'
  )
}

/** RFC 9110, section 12.5.4: the default weight is 1, and 0 excludes a language. */
function acceptedLanguage(header: string): Language | undefined {
  const accepted = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean) ?? '1'
      return { language: languageOf(tag), weight: Number(weight) }
    })
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return accepted[0]?.language
}
