// The steps of sending as a client takes them, and what the database has of them.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { call } from './requests.ts'
import type { CallOptions, Reply } from './requests.ts'
import type { TestApp } from './test-app.ts'
import type { AllEmails, ContentBodies, Contents } from '../../src/platform/db/tables.ts'

/** A name for tests, which the built-in inbox lets everybody send from. */
export const SENDER = 'shop@shop.test'

export type SentEntry = {
  contact: { id: string | null; email: string }
  email: string
  status: string
  reason?: string
  missing: string[]
}

/** A good call, untracked; what is given stands in for its parts, and undefined leaves one out. */
export const sendBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  to: 'ann@example.com',
  from: SENDER,
  subject: 'Your order',
  body: '<p>It is on its way.</p>',
  tracking: { opens: false, clicks: false },
  ...overrides,
})

export async function postSend(
  test: TestApp,
  overrides: Record<string, unknown> = {},
  options: Omit<CallOptions, 'body'> = {},
): Promise<Reply> {
  return call(test, ['POST', '/v1/send'], { ...options, body: sendBody(overrides) })
}

/** The entries of a call that must succeed. */
export async function send(
  test: TestApp,
  overrides: Record<string, unknown> = {},
  options: Omit<CallOptions, 'body'> = {},
): Promise<SentEntry[]> {
  const reply = await postSend(test, overrides, options)
  if (reply.statusCode !== 200) throw new Error(`the email was refused: ${reply.body}`)
  return reply.json<{ data: { emails: SentEntry[] } }>().data.emails
}

/** For a call with one recipient. */
export async function sendOne(
  test: TestApp,
  overrides: Record<string, unknown> = {},
  options: Omit<CallOptions, 'body'> = {},
): Promise<SentEntry> {
  const [entry] = await send(test, overrides, options)
  if (!entry) throw new Error('no entry for the recipient')
  return entry
}

type StoredEmail = Selectable<AllEmails> & {
  address: string
  variables: Record<string, unknown>
  content: Selectable<Contents> & Selectable<ContentBodies>
}

export async function readEmail({ deps, project }: TestApp, id: string): Promise<StoredEmail> {
  const { rows } = await sql<StoredEmail>`
    select e.*, coalesce(q.variables, p.variables, '{}') as variables, to_jsonb(c) || to_jsonb(b) as content
    from all_emails as e
    join contents as c on c.project_id = e.project_id and c.id = e.content_id
    left join content_bodies as b on b.project_id = e.project_id and b.content_id = e.content_id
    left join email_queue as q on q.project_id = e.project_id and q.email_id = e.id
    left join email_payloads as p on p.project_id = e.project_id and p.email_id = e.id
    where e.project_id = ${project.projectId} and e.id = ${id}`.execute(deps.database.db)
  const [row] = rows
  if (!row) throw new Error('there is no such email in this project')
  return row
}

/** The number of rows of the project, by kind, that a call may write. */
export async function countStored({ deps, project }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from all_emails where project_id = ${project.projectId}) as emails,
      (select count(*)::int from contents where project_id = ${project.projectId}) as contents,
      (select count(*)::int from blobs where project_id = ${project.projectId}) as blobs,
      (select count(*)::int from contacts where project_id = ${project.projectId}) as contacts`.execute(
    deps.database.db,
  )
  return rows[0] ?? {}
}
