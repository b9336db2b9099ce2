import { z } from 'zod'
import { textUpTo } from '../../platform/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'

/**
 * A language tag of BCP 47 with at most one variant and the extension -u-: what has the form is valid, so that the
 * description can say all of it. Several variants could be the same one twice, which no pattern finds.
 */
const LOCALE =
  /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))?(-[uU](?=-)(-[A-Za-z0-9]{3,8})*(-[A-Za-z0-9][A-Za-z](-[A-Za-z0-9]{3,8})*)*)?$/

const isTimezone = (text: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const OneLine = z.string().regex(/^[^\r\n]*$/, 'must be one line')
const Name = OneLine.trim().min(1, 'must not be empty').max(100)

export const PublicTracking = z
  .enum(['full', 'append'])
  .describe(
    'What POST /v1/track may do to existing contacts with a public key. `full`: change their data and unsubscribe them. `append`: record events and add data keys that they do not have yet; anything else in the call is ignored.',
  )

const Tracking = z.object({ opens: z.boolean(), clicks: z.boolean() })
const MARKETING_TRACKING =
  'Whether opens and clicks of marketing email are tracked, unless a call says otherwise. On by default.'
const TRANSACTIONAL_TRACKING =
  'Whether opens and clicks of transactional email are tracked, unless a call says otherwise. Off by default.'

export const Project = z
  .object({
    id: z.string(),
    name: z.string(),
    defaultFrom: z.string().nullable().describe('Sender of mail that names none.'),
    defaultFromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    tracking: Tracking.describe(MARKETING_TRACKING),
    transactionalTracking: Tracking.describe(TRANSACTIONAL_TRACKING),
    publicTracking: PublicTracking,
    locale: z.string().describe('Language of the public pages for contacts that have none.'),
    timezone: z.string(),
    postalAddress: z.string().nullable().describe('Shown in marketing mail and on the unsubscribe page.'),
    disabled: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

export const ProjectPatch = z
  .object({
    name: Name,
    defaultFrom: EmailField.nullable(),
    defaultFromName: OneLine.trim().max(100).nullable(),
    replyTo: EmailField.nullable(),
    tracking: Tracking.partial().describe(MARKETING_TRACKING),
    transactionalTracking: Tracking.partial().describe(TRANSACTIONAL_TRACKING),
    publicTracking: PublicTracking,
    locale: textUpTo(35).regex(LOCALE, 'must be a language tag, for example en, pt-BR or zh-Hant-TW'),
    timezone: z
      .string()
      .max(64)
      .refine(isTimezone, {
        message: 'must be a time zone, for example Europe/Amsterdam',
        params: { code: 'invalid_string' },
      }),
    postalAddress: z.string().max(500).nullable(),
  })
  .partial()
  .meta({ id: 'ProjectPatch' })

export const ProjectCreate = z.object({ name: Name })
