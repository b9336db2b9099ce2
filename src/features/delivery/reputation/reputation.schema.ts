import { z } from 'zod'
import { LIMITED_NAMES } from '../../../platform/email/mx/destination-limits.values.ts'
import { dayRangeFields, inDayRange } from '../../../platform/schemas/day-range.schema.ts'
import { lineUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { BRAKE_KINDS, REPLY_EFFECTS } from './reputation.values.ts'

const range = dayRangeFields('the time zone of the project')

const filters = {
  provider: z.enum(LIMITED_NAMES).optional().describe('Only this mailbox provider.'),
  sender: lineUpTo(100).optional().describe('Only this sending address: the `id` of one of `senders`.'),
}

export const ReputationQuery = inDayRange(z.object({ ...range, ...filters }))

export const ReplyQuery = inDayRange(
  z.object({
    ...range,
    ...filters,
    effect: z.enum(REPLY_EFFECTS).optional().describe('Only replies with this effect on their emails.'),
  }),
)

export const BrakeQuery = inDayRange(z.object(range))

const share = (text: string) => z.number().nullable().describe(`${text}, 0 to 1; null without any.`)

const COUNTS = {
  emails: z.int().describe('Emails that were accepted or refused: those that came to an end.'),
  accepted: z.int().describe('Emails that the mail server took: that of the receiver, or the relay.'),
  deferred: z.int().describe('Attempts that were put off, or found no server. An email can have several.'),
  bounced: z.int().describe('Emails that were refused for good, at once or by a report afterwards.'),
  complained: z.int().describe('Emails that were reported as spam.'),
  bounceRate: share('Share of `emails` that bounced'),
  deferralRate: share('Share of all attempts that were put off'),
  complaintRate: share('Share of `accepted` that were reported as spam'),
}

const Counts = z.object(COUNTS)

export const ReputationSender = z
  .object({
    id: z.string().describe('For the parameter `sender`.'),
    transport: z
      .object({ id: z.string(), name: z.string().nullable().describe('null: it was deleted.') })
      .nullable()
      .describe('The transport of a project; null: that of the server.'),
    address: z
      .string()
      .nullable()
      .describe(
        'The IP address that own delivery was told to use; null if it is that of a relay, or the only one.',
      ),
  })
  .meta({ id: 'ReputationSender' })

export const Reputation = z
  .object({
    timezone: z.string().describe('The time zone of the days: that of the project.'),
    from: z.iso.date(),
    to: z.iso.date(),
    totals: Counts.describe('The sums of all days.'),
    days: z
      .array(z.object({ date: z.iso.date(), ...COUNTS }))
      .describe('Every day, oldest first. A report counts on the day on which it came.'),
    providers: z
      .array(
        z.object({
          provider: z.enum(LIMITED_NAMES).describe('`others`: no large provider, or one that is not known.'),
          ...COUNTS,
        }),
      )
      .describe('By mailbox provider, the most emails first.'),
    senders: z.array(ReputationSender.extend(COUNTS)).describe('By sending address, the most emails first.'),
  })
  .meta({ id: 'Reputation' })

export const ReputationReplies = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    replies: z
      .array(
        z.object({
          provider: z.enum(LIMITED_NAMES),
          effect: z.enum(REPLY_EFFECTS),
          reply: z
            .string()
            .nullable()
            .describe(
              'The reply without numbers, ids and addresses; null: all replies beyond the 20 most frequent of a day and provider.',
            ),
          emails: z.int().describe('How many emails got it in these days.'),
          since: z.iso
            .datetime()
            .describe('When it began: the first one after at least 7 days without. It may be before `from`.'),
          lastAt: z.iso.datetime(),
        }),
      )
      .describe('At most 100, the most frequent first.'),
  })
  .meta({ id: 'ReputationReplies' })

export const ReputationBrakes = z
  .object({
    timezone: z.string().describe('The time zone of `from` and `to`: that of the project.'),
    from: z.iso.date(),
    to: z.iso.date(),
    brakes: z
      .array(
        z.object({
          kind: z
            .enum(BRAKE_KINDS)
            .describe(
              'warned, paused: the health of the project. transport, destination: it rested, because it did not work or accepted no more email. warm-up: the emails of a day were used up.',
            ),
          name: z
            .string()
            .nullable()
            .describe('The transport, or the receiver of own delivery; null for the health of the project.'),
          transport: z
            .object({ id: z.string(), name: z.string() })
            .nullable()
            .describe('The transport of the project; null: that of the server, or deleted.'),
          reason: z.string().nullable(),
          since: z.iso.datetime(),
          endedAt: z.iso.datetime().nullable().describe('null: it still slows email down.'),
        }),
      )
      .describe('Those of these days, at most 200, the newest first.'),
  })
  .meta({ id: 'ReputationBrakes' })
