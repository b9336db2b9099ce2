import type { Weekday } from '../../../src/platform/time/local-times.schema.ts'
import { locale } from '../i18n/language.ts'

/** 1 January 2024 was a Monday. */
const names = (style: 'long' | 'short'): Record<Weekday, string> => {
  const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
  const nameOf = (day: number) => format.format(Date.UTC(2024, 0, day))
  return {
    mon: nameOf(1),
    tue: nameOf(2),
    wed: nameOf(3),
    thu: nameOf(4),
    fri: nameOf(5),
    sat: nameOf(6),
    sun: nameOf(7),
  }
}

/** In full, where there is room for one. */
export const LONG_WEEKDAY_NAMES = names('long')

export const WEEKDAY_NAMES = names('short')
