// Whether people who sign up confirm it by a link in an email.
import { z } from 'zod'

const LONGEST_URL = 2_000

/** A page of the customer, to which browsers are sent. */
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
  .max(LONGEST_URL, `must have at most ${LONGEST_URL} characters`)

// Longer than a month nobody remembers having signed up.
const MOST_DAYS = 30

const ENABLED =
  'true: `subscribed: true` by a public key or a form makes contacts PENDING, who are sent a link to confirm. Contacts who unsubscribed, and new topics of subscribed ones, always have to be confirmed. Default: false.'
const TEMPLATE_ID =
  'Template of the confirmation; it must contain `{{ confirmUrl }}`. null: the built-in email, in the language of the contact.'
const REDIRECT_URL = 'Page to which people go after confirming. null: a page that thanks them.'
const EXPIRES_DAYS = 'Days for which the link works. Default: 7.'

export const DoubleOptIn = z
  .object({
    enabled: z.boolean().describe(ENABLED),
    templateId: z.string().nullable().describe(TEMPLATE_ID),
    redirectUrl: z.string().nullable().describe(REDIRECT_URL),
    expiresDays: z.int().describe(EXPIRES_DAYS),
  })
  .meta({ id: 'DoubleOptIn' })

type ConfirmingProject = { doubleOptIn: z.infer<typeof DoubleOptIn>; defaultFrom: string | null }

/** Whether no confirmation can be sent. A template may have a sender of its own. */
export const lacksConfirmationSender = ({ doubleOptIn, defaultFrom }: ConfirmingProject): boolean =>
  doubleOptIn.enabled && defaultFrom === null && doubleOptIn.templateId === null

export const DoubleOptInPatch = z
  .object({
    enabled: z.boolean().describe(ENABLED),
    templateId: z.uuid('must be the id of a template').nullable().describe(TEMPLATE_ID),
    redirectUrl: WebAddress.nullable().describe(REDIRECT_URL),
    expiresDays: z
      .int()
      .min(1, 'must be at least 1')
      .max(MOST_DAYS, `must be at most ${MOST_DAYS}`)
      .describe(EXPIRES_DAYS),
  })
  .partial()
  .meta({ id: 'DoubleOptInPatch' })
