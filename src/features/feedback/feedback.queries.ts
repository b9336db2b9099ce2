import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../platform/ids.ts'
import type { EmailRef } from '../delivery/index.ts'

/** In any state of the domain: reports still arrive when its records are broken. */
export async function listProjectsOfDomain(db: Db, { domain }: { domain: string }): Promise<ProjectId[]> {
  const rows = await db.selectFrom('domains').select('project_id').where('domain', '=', domain).execute()
  return rows.map((row) => row.project_id)
}

/** The projects of several domains, by domain. */
export async function listDomainProjects(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, ProjectId[]>> {
  if (domains.length === 0) return new Map()
  const rows = await db
    .selectFrom('domains')
    .select(['domain', 'project_id'])
    .where('domain', 'in', domains)
    .execute()
  const byDomain = Map.groupBy(rows, ({ domain }) => domain)
  return new Map([...byDomain].map(([domain, found]) => [domain, found.map((row) => row.project_id)]))
}

export type EmailOfMessage = { projectId: ProjectId; emailId: EmailId; address: string }

type MessageQuery = { projectIds: readonly ProjectId[]; emailId: EmailId; domain: string; until: string }

// A request has at most 50 recipients, and each may be a copy.
const MOST_COPIES = 100

/**
 * The emails with a Message-ID: the one with that id, and its copies, whose ids follow it. So the primary key finds them, and
 * Message-IDs need no index.
 */
export async function listEmailsOfMessage(
  db: Db,
  { projectIds, emailId, domain, until }: MessageQuery,
): Promise<EmailOfMessage[]> {
  const rows = await db
    .selectFrom('all_emails')
    .select(['project_id', 'id', 'address', 'message_id'])
    .where('project_id', 'in', projectIds)
    .where('id', '>=', emailId)
    .where('id', '<', until as EmailId)
    .where((where) => where.or([where('id', '=', emailId), where('message_id', '=', `${emailId}@${domain}`)]))
    .limit(MOST_COPIES)
    .execute()
  return rows.flatMap(({ project_id: projectId, id, address }) =>
    projectId === null || id === null || address === null ? [] : [{ projectId, emailId: id, address }],
  )
}

/** Not locked: the contact may be deleted by the time it is used. */
export async function findContactOfEmail(
  trx: Trx,
  { projectId, emailId }: EmailRef,
): Promise<ContactId | null | undefined> {
  const row = await trx
    .selectFrom('all_emails')
    .select('contact_id')
    .where('project_id', '=', projectId)
    .where('id', '=', emailId)
    .executeTakeFirst()
  return row?.contact_id
}
