// The languages in which recipients are addressed: in the footer of marketing email and on public pages.

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'ja', 'ar'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a tag such as `de-AT` or `pt_BR` (RFC 5646, section 2.1), if it is supported. */
export function languageOf(locale: string): Language | undefined {
  const [language = ''] = locale.trim().toLowerCase().split(/[-_]/)
  return LANGUAGES.find((known) => known === language)
}

/** The first of the tags whose language is supported. */
export const firstLanguage = (locales: readonly (string | null | undefined)[]): Language | undefined =>
  locales.map((locale) => languageOf(locale ?? '')).find((language) => language !== undefined)

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set<Language>(['ar'])

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'

/** The best supported language of an Accept-Language header. RFC 9110, section 12.5.4: the default weight is 1, and 0 excludes one. */
export function acceptedLanguage(header: string): Language | undefined {
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

/**
 * The translation for a reader: that of the tag itself, such as de-AT, else that of its language, de. Undefined if there is none,
 * or if the language of the reader is not known.
 */
export function translationFor<T extends { language: string }>(
  translations: readonly T[],
  locale: unknown,
): T | undefined {
  if (translations.length === 0 || typeof locale !== 'string') return undefined
  const tag = locale.trim().toLowerCase().replaceAll('_', '-')
  const [language = ''] = tag.split('-')
  const find = (wanted: string) => translations.find((one) => one.language.toLowerCase() === wanted)
  return find(tag) ?? find(language)
}
