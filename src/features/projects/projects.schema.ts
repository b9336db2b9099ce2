import { z } from 'zod'
import { lineUpTo, textUpTo, withoutLiquid } from '../../platform/schemas/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { TimeZone } from '../../platform/time/timezone.schema.ts'
import { Archive, ArchivePatch } from './archive.schema.ts'
import { ControlGroup, ControlGroupPatch } from './control-group.schema.ts'
import { DoubleOptIn, DoubleOptInPatch } from './double-opt-in.schema.ts'
import { FrequencyCap } from '../../platform/schemas/frequency-cap.schema.ts'
import { HoldAtMostHours, QuietHours, QuietHoursRecord } from './sending-limits.schema.ts'

/**
 * A language tag of BCP 47 with at most one variant and the extension -u-. The pattern is complete, so that the API description
 * can contain it; a pattern could not detect a repeated variant.
 */
const LOCALE =
  /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z0-9]{5,8}|\d[A-Za-z0-9]{3}))?(-[uU](?=-)(-[A-Za-z0-9]{3,8})*(-[A-Za-z0-9][A-Za-z](-[A-Za-z0-9]{3,8})*)*)?$/

const Name = lineUpTo(100).trim().min(1, 'must not be empty')

export const PublicTracking = z
  .enum(['full', 'append'])
  .describe(
    'Permissions of public keys on existing contacts with POST /v1/track. `full`: change their data and unsubscribe them. `append`: record events and add data keys that the contact does not have yet; the rest of the request is ignored.',
  )

const Tracking = z.object({ opens: z.boolean(), clicks: z.boolean() })
const MARKETING_TRACKING =
  'Whether to track opens and clicks of marketing email; a request can override it. On by default.'
const TRANSACTIONAL_TRACKING =
  'Whether to track opens and clicks of transactional email; a request can override it. Off by default.'

const DEFAULT_FROM = 'Default sender address.'
const DEFAULT_FROM_NAME = 'Name of the default sender.'
const REPLY_TO = 'Default reply-to address. POST /v1/send calls it `reply`, as Plunk does.'
const LOCALE_USE = 'Language of the unsubscribe pages for contacts without their own language.'
const TIMEZONE = 'Time zone of the project, such as Europe/Amsterdam.'
const FREQUENCY_CAP =
  'How many marketing emails a contact gets at most. Emails above it wait for up to `holdAtMostHours`, and are then SUPPRESSED with the reason frequency_cap. null: no limit.'
const QUIET_HOURS =
  'When no marketing email is sent. It waits for the end of the quiet hours, and is never dropped. null: none.'
const HOLD_AT_MOST_HOURS = 'How long `frequencyCap` holds an email at most. Default: 48.'
const DOUBLE_OPT_IN = 'Whether people who sign up confirm it by a link in an email.'
const ARCHIVE = 'Public pages with the campaigns that have `archived: true`. Off by default.'
const CONTROL_GROUP =
  'Contacts chosen at random who get no campaigns and no marketing email of workflows, to measure what all of it brings: GET /control-group/report. Default: none.'
const CONSENT_NETWORKS =
  'Whether the consent ledger stores a keyed hash of the network that a person used. Default: false.'
const POSTAL_ADDRESS = 'Shown in marketing email and on the unsubscribe page.'
const MCP_APPROVAL_ABOVE =
  'An email or campaign that an agent sends by MCP to more recipients than this waits for the approval of a person in the dashboard. 0: every one waits. Default: 100.'
const BRAND_COLOR =
  'Colour of buttons and switches on the pages for recipients, such as #1d4ed8; their text is black or white, whichever is easier to read. null: blue.'

// Larger than any campaign: with it, nothing waits.
const MOST_RECIPIENTS_OF_AGENTS = 1_000_000_000

export const Project = z
  .object({
    id: z.string(),
    name: z.string(),
    defaultFrom: z.string().nullable().describe(DEFAULT_FROM),
    defaultFromName: z.string().nullable().describe(DEFAULT_FROM_NAME),
    replyTo: z.string().nullable().describe(REPLY_TO),
    tracking: Tracking.describe(MARKETING_TRACKING),
    transactionalTracking: Tracking.describe(TRANSACTIONAL_TRACKING),
    publicTracking: PublicTracking,
    locale: z.string().describe(LOCALE_USE),
    timezone: z.string().describe(TIMEZONE),
    postalAddress: z.string().nullable().describe(POSTAL_ADDRESS),
    brandColor: z.string().nullable().describe(BRAND_COLOR),
    frequencyCap: FrequencyCap.nullable().describe(FREQUENCY_CAP),
    quietHours: QuietHoursRecord.nullable().describe(QUIET_HOURS),
    holdAtMostHours: z.int().describe(HOLD_AT_MOST_HOURS),
    doubleOptIn: DoubleOptIn.describe(DOUBLE_OPT_IN),
    consentNetworks: z.boolean().describe(CONSENT_NETWORKS),
    archive: Archive.describe(ARCHIVE),
    controlGroup: ControlGroup.describe(CONTROL_GROUP),
    mcpApprovalAbove: z.int().describe(MCP_APPROVAL_ABOVE),
    warnings: z
      .array(z.string())
      .describe('Settings that work, but may have effects that nobody wants; usually empty.'),
    disabled: z.boolean().describe('true if the operator has disabled the project.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

export const ProjectPatch = z
  .object({
    name: Name,
    defaultFrom: withoutLiquid(EmailField).nullable().describe(DEFAULT_FROM),
    defaultFromName: withoutLiquid(lineUpTo(100).trim()).nullable().describe(DEFAULT_FROM_NAME),
    replyTo: withoutLiquid(EmailField).nullable().describe(REPLY_TO),
    tracking: Tracking.partial().describe(MARKETING_TRACKING),
    transactionalTracking: Tracking.partial().describe(TRANSACTIONAL_TRACKING),
    publicTracking: PublicTracking,
    locale: textUpTo(35)
      .regex(LOCALE, 'must be a language tag, for example en, pt-BR or zh-Hant-TW')
      .describe(LOCALE_USE),
    timezone: TimeZone.describe(TIMEZONE),
    postalAddress: textUpTo(500).nullable().describe(POSTAL_ADDRESS),
    brandColor: textUpTo(7)
      .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1d4ed8')
      .toLowerCase()
      .nullable()
      .describe(BRAND_COLOR),
    frequencyCap: FrequencyCap.nullable().describe(FREQUENCY_CAP),
    quietHours: QuietHours.nullable().describe(QUIET_HOURS),
    holdAtMostHours: HoldAtMostHours.describe(HOLD_AT_MOST_HOURS),
    doubleOptIn: DoubleOptInPatch.describe(DOUBLE_OPT_IN),
    consentNetworks: z.boolean().describe(CONSENT_NETWORKS),
    archive: ArchivePatch.describe(ARCHIVE),
    controlGroup: ControlGroupPatch.describe(CONTROL_GROUP),
    mcpApprovalAbove: z
      .int()
      .min(0, 'must be at least 0')
      .max(MOST_RECIPIENTS_OF_AGENTS, `must be at most ${MOST_RECIPIENTS_OF_AGENTS}`)
      .describe(MCP_APPROVAL_ABOVE),
  })
  .partial()
  .meta({ id: 'ProjectPatch' })

export const ProjectPayload = z.object({ projectId: z.string().brand<'project'>() })

export const ProjectCreate = z
  .object({
    name: Name.describe('Name of the project.'),
    timezone: TimeZone.optional().describe(`${TIMEZONE} Default: UTC.`),
  })
  .meta({ id: 'ProjectCreate' })
