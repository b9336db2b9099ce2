// Dates in conditions and in the data of contacts. JSON has no dates, so they are texts in the customer's format.
// PostgreSQL and JavaScript parse dates differently, and PostgreSQL raises an error for invalid ones; so both use one pattern, which
// only matches days that exist. The function filter_date of migrations/0029 has a copy of it, and the property tests compare the two.

const YEAR = '[1-9][0-9]{3}'
const COMMON_DAY = `${YEAR}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))`
const LEAP_DAY = '([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29'
const OFFSET = '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'
const TIME = String.raw`([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)?`

/** A day, or a day with a time. In a syntax that PostgreSQL and JavaScript share; not \d, which PostgreSQL extends by locale. */
const DATE_PATTERN = `^(${COMMON_DAY}|${LEAP_DAY})([T ]${TIME}${OFFSET}?)?$`

/** The UTC offset of a date. A date without one is in UTC. */
const OFFSET_PATTERN = `${OFFSET}$`

/** Digits below a millisecond, which JavaScript cannot represent and which are cut off. */
const FINE_PATTERN = String.raw`(\.[0-9]{3})[0-9]+`

const date = new RegExp(DATE_PATTERN)
const offset = new RegExp(OFFSET_PATTERN)
const fine = new RegExp(FINE_PATTERN)
const LENGTH_OF_DAY = 10

/** The time that a text names, in milliseconds since 1970; undefined if it is not a date. A day alone is its midnight in UTC. */
export function dateMs(text: string): number | undefined {
  if (!date.test(text)) return undefined
  if (text.length === LENGTH_OF_DAY) return Date.parse(`${text}T00:00:00Z`)
  const normalized = text.replace(' ', 'T').replace(fine, '$1')
  return Date.parse(offset.test(normalized) ? normalized : `${normalized}Z`)
}

export const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

export type Duration = { amount: number; unit: keyof typeof UNIT_MS }

export const durationMs = ({ amount, unit }: Duration): number => amount * UNIT_MS[unit]
