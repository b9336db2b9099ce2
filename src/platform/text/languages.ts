// The languages in which recipients are addressed: in the footer of marketing email and on public pages.

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'ja', 'ar'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a tag such as `de-AT` or `pt_BR` (RFC 5646, section 2.1), if it is supported. */
export function languageOf(locale: string): Language | undefined {
  const [language = ''] = locale.trim().toLowerCase().split(/[-_]/)
  return LANGUAGES.find((known) => known === language)
}
