import type { Deps } from '../../../platform/deps.ts'
import { archiveTitle } from './archive-page.ts'
import type { ListedEmail } from './archive-page.ts'
import { listArchived } from './archive.queries.ts'
import type { PublicArchive } from './archive.queries.ts'
import type { ArchivedEmails } from './archived-email.service.ts'

const EMAILS_PER_PAGE = 50

export type ReadArchiveList = (
  archive: PublicArchive,
  page: number,
) => Promise<{ emails: ListedEmail[]; hasMore: boolean }>

/** Reads a page of the list, the first being 1. */
export function createArchiveLists(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { readSubject }: ArchivedEmails,
): ReadArchiveList {
  return async (archive, page) => {
    const rows = await listArchived(database.db, {
      projectId: archive.projectId,
      now: clock.now(),
      limit: EMAILS_PER_PAGE + 1,
      offset: (page - 1) * EMAILS_PER_PAGE,
    })
    const emails: ListedEmail[] = []
    // In sequence: each may occupy a thread, once.
    for (const row of rows.slice(0, EMAILS_PER_PAGE)) {
      const subject = (await readSubject(archive, row)) || archiveTitle(archive)
      emails.push({ slug: row.slug, subject, startedAt: row.startedAt })
    }
    return { emails, hasMore: rows.length > EMAILS_PER_PAGE }
  }
}
