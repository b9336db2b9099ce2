// Applies the stored reports of providers to their emails (src/platform/work).
import { sql } from 'kysely'
import type { Deps } from '../../../platform/deps.ts'
import { toFeedback } from '../../../platform/email/feedback/providers/provider-event.ts'
import type { ProviderEvent } from '../../../platform/email/feedback/providers/provider-event.ts'
import type { EmailId } from '../../../platform/ids.ts'
import type { QueuedRow } from '../../../platform/work/queued-rows.ts'
import type { QueuedWork } from '../../../platform/work/work-kinds.ts'
import { markDelivered } from '../../delivery/index.ts'
import { ANNOUNCEMENTS } from '../../events/index.ts'
import { applyFeedbackIn } from '../feedback.service.ts'

const REPORTS = 'provider_reports'

type ReportRow = QueuedRow & { email_id: EmailId; provider: string; event: ProviderEvent }

const SHARED = {
  type: 'queued',
  table: REPORTS,
  columns: sql`email_id, provider, event`,
  // Requests need the other connections.
  slots: 2,
  describe: ({ email_id: emailId }: ReportRow) => ({ emailId }),
} as const

// Short enough to be rolled back without harm, large enough to share a commit.
const DELIVERIES = 200

export const reportWork = ({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>): QueuedWork<ReportRow>[] => [
  {
    ...SHARED,
    name: 'provider reports',
    condition: sql<boolean>`not is_delivery`,
    // A report locks a contact, then an email, then a suppression; a second one would begin before that in the lock order.
    batchSize: 1,
    wakes: [ANNOUNCEMENTS],
    async handle(trx, { projectId, rows }) {
      for (const { email_id: emailId, provider: source, event } of rows) {
        await applyFeedbackIn(
          trx,
          { projectId, emailId },
          {
            feedback: toFeedback(event),
            secrets,
            now: clock.now(),
            source,
            ...(event.isSuppressed && { suppressionSource: `${source} suppression list` }),
          },
        )
      }
    },
  },
  {
    ...SHARED,
    name: 'provider deliveries',
    condition: sql<boolean>`is_delivery`,
    batchSize: DELIVERIES,
    async handle(trx, { projectId, rows }) {
      const emails = rows.map(({ email_id: emailId, provider: source, event }) => ({
        emailId,
        source,
        reply: event.text,
      }))
      await markDelivered(trx, { projectId, emails, now: clock.now() })
    },
  },
]
