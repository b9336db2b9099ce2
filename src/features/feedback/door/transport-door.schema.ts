import { z } from 'zod'
import { GraceSeconds } from '../../../platform/outgoing/secret-rotation.schema.ts'
import { PROVIDERS } from '../../../platform/email/feedback/providers/providers.values.ts'
import { lineUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { PROOF_NAMES } from './doors.values.ts'
import { FeedbackProbe } from './probes/probes.schema.ts'

// A public key of SendGrid has some 130 characters.
const LONGEST_KEY = 1_000

export const TransportFeedback = z
  .object({
    url: z
      .string()
      .describe(
        'The URL for the settings of the provider. It is secret. Replace `{provider}` if it is there.',
      ),
    provider: z
      .enum(PROVIDERS)
      .nullable()
      .describe('The provider of the transport; null if it is not known.'),
    keys: z.array(z.enum(PROOF_NAMES)).describe('The keys that are set, by which reports are proven.'),
    lastReportAt: z.iso.datetime().nullable().describe('When the last report came; null: none has come.'),
    probes: z.array(FeedbackProbe).describe('The emails of the last proof that reports arrive.'),
  })
  .meta({ id: 'TransportFeedback' })

const key = lineUpTo(LONGEST_KEY).min(1, 'must not be empty').nullish()

export const TransportFeedbackPatch = z
  .object({
    keys: z
      .object({
        sendgrid: key.describe('The verification key of its signed event webhook.'),
        mailgun: key.describe('The HTTP webhook signing key.'),
        resend: key.describe('The signing secret, whsec_….'),
        'sns-topic': key.describe(
          'The ARN of the topic. Without it, the first topic that reports is remembered.',
        ),
        'basic-auth': key.describe(
          'user:password that the provider sends, for providers without signatures.',
        ),
      })
      .describe('Keys to set. null removes one. They are stored encrypted and never shown.'),
  })
  .meta({ id: 'TransportFeedbackPatch' })

export const TransportFeedbackRotate = z
  .object({ graceSeconds: GraceSeconds })
  .meta({ id: 'TransportFeedbackRotate' })
