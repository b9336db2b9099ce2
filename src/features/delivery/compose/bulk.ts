import type { EmailToMake } from '../queue/claim.queries.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'

/**
 * Whether an email lets its reader unsubscribe by headers: marketing email, and the test of a campaign, which is to look in every
 * program as the campaign will, though it travels with transactional email.
 */
export const isBulk = ({ lane, source }: Pick<EmailToMake, 'lane' | 'source'>): boolean =>
  lane === LANE_NUMBERS.marketing || source === 'TEST'
