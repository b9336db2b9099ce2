import { z } from 'zod'
import { FrequencyCap } from '../../../platform/schemas/frequency-cap.schema.ts'
import { HoldAtMostHours, QuietHours, QuietHoursRecord } from '../../projects/sending-limits.schema.ts'

const CURRENT = 'Default: the setting of the project.'

export const CapsPreviewSettings = z
  .object({
    frequencyCap: FrequencyCap.nullable().optional().describe(`null: none. ${CURRENT}`),
    quietHours: QuietHours.nullable().optional().describe(`null: none. ${CURRENT}`),
    holdAtMostHours: HoldAtMostHours.nullish().describe(CURRENT),
  })
  .meta({ id: 'CapsPreviewSettings' })

export const CapsPreview = z
  .object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    frequencyCap: FrequencyCap.nullable(),
    quietHours: QuietHoursRecord.nullable(),
    holdAtMostHours: z.int(),
    warnings: z.array(z.string()).describe('As in `GET /project`, for these settings.'),
    emails: z
      .int()
      .describe('Marketing emails of this time: sentAtOnce + held.cap + held.quietHours + dropped.'),
    sentAtOnce: z.int().describe('Emails that would have left when they did.'),
    held: z
      .object({
        cap: z.int().describe('Emails that would have waited for the frequency cap, and left later.'),
        quietHours: z.int().describe('Emails that would have waited for the end of quiet hours only.'),
      })
      .describe('Emails that would have left later.'),
    dropped: z.int().describe('Emails that the frequency cap would have dropped.'),
    contacts: z.int().describe('The contacts whose emails were looked at.'),
    isSampled: z
      .boolean()
      .describe(
        'true if there are more contacts: then those were chosen at random, and the numbers of emails are extrapolated.',
      ),
  })
  .meta({ id: 'CapsPreview' })
