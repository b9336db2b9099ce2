import { locale } from '../i18n/language.ts'

const whole = new Intl.NumberFormat(locale)
const share = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const small = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

const sum = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

export const formatCount = (count: number): string => whole.format(count)
/** A sum of values, such as revenue, whose currency is not known. */
export const formatSum = (value: number): string => sum.format(value)
export const formatShare = (value: number): string => share.format(value)
/** For rates around a thousandth, such as complaints. */
export const formatSmallShare = (value: number): string => small.format(value)

const UNITS = ['B', 'kB', 'MB'] as const

export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: power === 0 ? 0 : 1 }).format(bytes / 1000 ** power)} ${UNITS[power]}`
}
