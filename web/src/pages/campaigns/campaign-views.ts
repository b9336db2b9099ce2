// Values of the URL, in a file without React: the page itself is loaded lazily.
import type { RecipientStatus } from '../../api/sending/campaigns.ts'
import { EMAIL_STATUSES } from '../../../../src/features/emails/emails.values.ts'

export const STEPS = ['audience', 'content', 'checks', 'review'] as const
export type Step = (typeof STEPS)[number]

export const PANES = ['design', 'preview', 'problems', 'checks', 'settings'] as const
export type Pane = (typeof PANES)[number]

export const REPORT_TABS = ['figures', 'email', 'recipients'] as const
export type ReportTab = (typeof REPORT_TABS)[number]

export const RECIPIENT_STATUSES: readonly RecipientStatus[] = EMAIL_STATUSES
