// Words for the state of a contact in files and answers of other services.
import type { ContactState, SuppressionReason } from '../records.ts'

/** A suppressed address gets no email at all, whatever the state of its contact. */
export type Status = { state: ContactState; suppressed?: SuppressionReason }

const SUBSCRIBED: Status = { state: 'SUBSCRIBED' }
const LEFT: Status = { state: 'LEFT' }
const NEVER_ASKED: Status = { state: 'NEVER_ASKED' }
const suppressed = (reason: SuppressionReason): Status => ({ state: 'LEFT', suppressed: reason })

const WORDS = new Map<string, Status>([
  ...['subscribed', 'active', 'enabled', 'confirmed', 'opted in', 'true', 'yes', '1'].map(
    (word) => [word, SUBSCRIBED] as const,
  ),
  ...['unsubscribed', 'left', 'inactive', 'disabled', 'opted out', 'false', 'no', '0'].map(
    (word) => [word, LEFT] as const,
  ),
  ...['unconfirmed', 'pending', 'never asked', 'non subscribed', 'transactional'].map(
    (word) => [word, NEVER_ASKED] as const,
  ),
  ...['bounced', 'hard bounce', 'hard bounced', 'cleaned', 'invalid'].map(
    (word) => [word, suppressed('hard_bounce')] as const,
  ),
  ...['complained', 'complaint', 'spam', 'abuse'].map((word) => [word, suppressed('complaint')] as const),
  ...['blocklisted', 'blacklisted', 'blocked', 'suppressed'].map(
    (word) => [word, suppressed('manual')] as const,
  ),
])

/** Undefined if the word is not known. */
export const statusOf = (word: string): Status | undefined =>
  WORDS.get(
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )

const OPPOSITES = new Map<string, Status>([
  ...['true', 'yes', '1'].map((word) => [word, LEFT] as const),
  ...['false', 'no', '0'].map((word) => [word, SUBSCRIBED] as const),
])

/** The value of a column that says who has unsubscribed. */
export const oppositeStatusOf = (word: string): Status | undefined => OPPOSITES.get(word.trim().toLowerCase())
