import { languageOf } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import { EXPIRED_WORDS } from './expired-words.ts'
import { PAGE_WORDS, RIGHT_TO_LEFT } from './page-words.ts'
import type { PageWords } from './page-words.ts'
import type { Recipient } from './unsubscribe.queries.ts'

export type PageState = keyof PageWords
export type PageContent = {
  language: Language
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: string[]
  /** The label of the button, if there is one. */
  label: string | undefined
}

type PageValues = { project: string; email: string }

export function pageOf(state: PageState, language: Language, values?: PageValues): PageContent {
  const words: { title: string; text: string; action?: string } = PAGE_WORDS[language][state]
  const direction = directionOf(language)
  return {
    language,
    direction,
    title: words.title,
    paragraphs: [fill(words.text, direction === 'rtl' ? isolated(values) : values)],
    label: words.action,
  }
}

const directionOf = (language: Language) => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')

export function expiredPage(language: Language): PageContent {
  const { title, text } = EXPIRED_WORDS[language]
  return { language, direction: directionOf(language), title, paragraphs: [text], label: undefined }
}

/** Replaces all placeholders in one pass, because a name may contain braces. */
const fill = (text: string, values: PageValues = { project: '', email: '' }): string =>
  text.replaceAll(/\{(project|email)\}/g, (_, name: string) => values[name as keyof PageValues])

/** Isolates names and addresses in right-to-left text with Unicode's FSI and PDI. */
const isolated = (values: PageValues | undefined): PageValues | undefined =>
  values && { project: `\u2068${values.project}\u2069`, email: `\u2068${values.email}\u2069` }

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
