import { textUpTo } from '../schemas/bounded.schema.ts'

// The longest name of the time zone database has 32 characters.
const LONGEST_NAME = 64

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The name of a time zone, such as Europe/Amsterdam. */
export const TimeZone = textUpTo(LONGEST_NAME).refine(isTimeZone, {
  message: 'must be a time zone, for example Europe/Amsterdam',
  params: { code: 'invalid_string' },
})
