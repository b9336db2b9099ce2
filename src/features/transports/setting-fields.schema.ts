// Fields that the settings of several types have.
import { z } from 'zod'
import { lineUpTo } from '../../platform/schemas/bounded.schema.ts'

/** A DNS name has at most 253 characters. */
export const LONGEST_HOST = 253
/** Long enough for the access keys and tokens that relays use as passwords. */
export const LONGEST_CREDENTIAL = 1_000
export const LONGEST_URL = 2_048

export const filledLineUpTo = (most: number) => lineUpTo(most).min(1, 'must not be empty')

export const sign = z
  .boolean()
  .describe('false leaves DKIM to the relay, which then has to sign with a key of the domain.')
