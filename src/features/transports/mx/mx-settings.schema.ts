// The settings of own delivery, which needs no provider: email goes to the mail servers of its recipients.
import { z } from 'zod'
import { LIMITED_NAMES } from '../../../platform/email/mx/destination-limits.values.ts'
import { filledLineUpTo } from '../setting-fields.schema.ts'

// An IPv6 address with a zone is not allowed.
const LONGEST_ADDRESS = 45
const MOST_ADDRESSES = 50
const MOST_LIMIT = 1_000_000

const port = z
  .int()
  .min(1, 'must be at least 1')
  .max(65_535, 'must be at most 65535')
  .describe('The port of mail servers, which is 25 everywhere but in tests.')
const localAddresses = z
  .array(filledLineUpTo(LONGEST_ADDRESS))
  .max(MOST_ADDRESSES, `must have at most ${MOST_ADDRESSES} addresses`)
  .describe('IP addresses of this server that email leaves from in turn. Without any, the system chooses.')
const warmUp = z
  .boolean()
  .describe(
    'true: each address begins with 50 emails per day and receiver, and sends half as much more each day for four weeks.',
  )

const count = z.int().min(1, 'must be at least 1').max(MOST_LIMIT, `must be at most ${MOST_LIMIT}`)
const limits = z
  .partialRecord(
    z.enum(LIMITED_NAMES),
    z.object({
      connections: count.optional().describe('Maximum connections at the same time, of all nodes together.'),
      perMinute: count.optional().describe('Maximum emails per minute, of all nodes together.'),
    }),
  )
  .describe('Other limits than the usual ones, by receiver; `others` are all that are not in the list.')

export const MxSettingsCreate = z
  .object({
    port: port
      .nullish()
      .describe('The port of mail servers, which is 25 everywhere but in tests. Default: 25.'),
    localAddresses: localAddresses.nullish(),
    warmUp: warmUp.nullish().describe('Default: false.'),
    limits: limits.nullish(),
  })
  .meta({ id: 'MxSettingsCreate' })

export const MxSettings = z
  .object({ port: z.int(), localAddresses: z.array(z.string()), warmUp: z.boolean(), limits })
  .meta({ id: 'MxSettings' })

export const MxSettingsPatch = z.object({
  port: port.optional(),
  localAddresses: localAddresses.optional(),
  warmUp: warmUp.optional(),
  limits: limits.optional(),
})
