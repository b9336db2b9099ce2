// States of emails that only delivery can make.
import { finishContent } from '../../src/features/delivery/content/finish-content.ts'
import type { FinishedContent } from '../../src/features/delivery/content/finish-content.ts'
import { parkEmail } from '../../src/features/delivery/queue/parked.queries.ts'
import { EMAIL_TABLES } from '../../src/features/delivery/retention/retention.months.ts'
import { deleteUnusedBlobs } from '../../src/features/delivery/retention/retention.queries.ts'
import { ensureMonths } from '../../src/platform/db/months.ts'
import type { EmailId, ProjectId } from '../../src/platform/ids.ts'
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
