import { languageOf } from '../delivery/index.ts'
import type { Language } from '../delivery/index.ts'
import { EXPIRED_WORDS } from './expired-words.ts'
import { PAGE_WORDS, RIGHT_TO_LEFT } from './page-words.ts'
import type { PageWords } from './page-words.ts'
import type { Recipient } from './unsubscribe.queries.ts'

/** What a page shows; the words of each state are in page-words.ts. */
export type PageState = keyof PageWords
export type PageContent = {
  language: Language
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: string[]
  /** The words on the button, where there is one. */
  label: string | undefined
}

type Filled = { project: string; email: string }

export function pageOf(state: PageState, language: Language, filled?: Filled): PageContent {
  const words: { title: string; text: string; action?: string } = PAGE_WORDS[language][state]
  const direction = directionOf(language)
  return {
    language,
    direction,
    title: words.title,
    paragraphs: [fill(words.text, direction === 'rtl' ? isolated(filled) : filled)],
    label: words.action,
  }
}

const directionOf = (language: Language) => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')

/** In place of an email that is not kept any more. */
export function expiredPage(language: Language): PageContent {
  const { title, text } = EXPIRED_WORDS[language]
  return { language, direction: directionOf(language), title, paragraphs: [text], label: undefined }
}

/** A name may hold braces of its own: each place is filled once, by function, so that nothing in it is read again. */
const fill = (text: string, filled: Filled = { project: '', email: '' }): string =>
  text.replaceAll(/\{(project|email)\}/g, (_, name: string) => filled[name as keyof Filled])

/** Names and addresses run their own way inside a text that runs the other: Unicode's FSI and PDI around each. */
const isolated = (filled: Filled | undefined): Filled | undefined =>
  filled && { project: `\u2068${filled.project}\u2069`, email: `\u2068${filled.email}\u2069` }

/** The recipient's own language, else the project's, else what the browser asks for. */
export function pickLanguage(recipient: Recipient | undefined, acceptLanguage: string): Language {
  const known = [recipient?.contact?.locale, recipient?.project.locale]
  return (
    known.map((locale) => languageOf(locale ?? '')).find((language) => language !== undefined) ??
    acceptedLanguage(acceptLanguage) ??
    'en'
  )
}

/** RFC 9110, section 12.5.4: languages with their weights, 1 where none is given, 0 for "not this one". */
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
