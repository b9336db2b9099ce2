// What can be chosen in the addresses of these pages. The schemas have the same lists, and would bring the validation library into
// the first load.
import type { CampaignStatus, RecipientStatus } from '../../api/campaigns.ts'
import { EMAIL_STATUSES } from '../../patterns/email/email-tabs.ts'

export const CAMPAIGN_STATUSES = [
  'DRAFT',
  'SCHEDULED',
  'SENDING',
  'SENT',
  'CANCELLED',
] as const satisfies readonly CampaignStatus[]

export const STEPS = ['audience', 'content', 'checks', 'review'] as const
export type Step = (typeof STEPS)[number]

/** Beside the code. */
export const PANES = ['preview', 'problems', 'settings'] as const
export type Pane = (typeof PANES)[number]

/** Besides A, which is the campaign itself. */
export const VARIANTS = ['B', 'C', 'D'] as const
export type Variant = (typeof VARIANTS)[number]

export const REPORT_TABS = ['figures', 'email', 'recipients'] as const
export type ReportTab = (typeof REPORT_TABS)[number]

/** Those of emails; one of a campaign is queued when it is due. */
export const RECIPIENT_STATUSES: readonly RecipientStatus[] = EMAIL_STATUSES.filter(
  (status) => status !== 'SCHEDULED',
)
