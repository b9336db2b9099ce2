// States of emails that only delivery can make.
import { sql } from 'kysely'
import { finishContent } from '../../src/features/delivery/content/finish-content.ts'
import type { FinishedContent } from '../../src/features/delivery/content/finish-content.ts'
import { parkEmail } from '../../src/features/delivery/queue/parked.queries.ts'
import { EMAIL_TABLES } from '../../src/features/delivery/retention/retention.months.ts'
import { deleteUnusedBlobs } from '../../src/features/delivery/retention/retention.queries.ts'
import { ensureMonths } from '../../src/platform/db/months.ts'
import type { EmailId, ProjectId } from '../../src/platform/ids.ts'
import { makeEmail, multiplyEmail } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Creates the tables for emails of that month. */
export const ensureEmailMonth = ({ deps }: TestApp, at: Date): Promise<void> =>
  ensureMonths(deps.database.pool, { tables: EMAIL_TABLES, now: at })

type ParkedEmail = { projectId: ProjectId; emailId: EmailId; reason: string }

export const parkOne = ({ deps, clock }: TestApp, email: ParkedEmail): Promise<void> =>
  parkEmail(deps.database.db, { ...email, now: clock.now() })

/** Deletes the attachments that no content has any more. */
export const deleteErasedAttachments = ({ deps }: TestApp): Promise<void> =>
  deleteUnusedBlobs(deps.database.db, { unusedSince: new Date(1) })

/** Marketing content with tracked links and the pixel. */
export const trackedContent = (html: string): FinishedContent =>
  finishContent({ html, text: '', isMarketing: true, tracking: { opens: true, clicks: true } })

/** Emails of a project to recipients at as many domains. */
export async function makeEmailsToDomains(owner: TestApp, count: number): Promise<void> {
  const id = await makeEmail(owner)
  await multiplyEmail(owner, { id, count, columns: { address: sql`'p@d' || n || '.example'` } })
}

/** The number of all emails by status and attempts. */
export async function countByAttempts({ deps }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; attempts: number; count: number }>`
    select status, attempts, count(*)::int as count from all_emails group by 1, 2`.execute(deps.database.db)
  return Object.fromEntries(rows.map(({ status, attempts, count }) => [`${status} ${attempts}`, count]))
}
