import { locale } from '../i18n/language.ts'
import { formatCount } from './number.ts'

/** A word for each category of numbers that its language distinguishes. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

const rules = new Intl.PluralRules(locale)

/** "1 mensaje", "1.000.000 de mensajes": for languages with more than a singular and a plural. */
export const pluralOf = (count: number, forms: PluralForms): string =>
  `${formatCount(count)} ${forms[rules.select(count)] ?? forms.other}`

/** "1 email", "1,234 emails". Pass `many` if the plural is not `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  pluralOf(count, { one, other: many })
