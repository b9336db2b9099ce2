// Records for tests, created by the service's own functions, so that they have counters and events too. Every factory takes
// overrides; defaults are valid and unique.
import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Contact } from '../../src/features/contacts/contacts.schema.ts'
import { toContact } from '../../src/features/contacts/record/contacts.queries.ts'
import type { ContactEmails, ContactSegments } from '../../src/features/contacts/index.ts'
import { saveContact } from '../../src/features/contacts/record/contacts.service.ts'
import { insertContent } from '../../src/features/delivery/accept/accept.queries.ts'
import { createContactEmails } from '../../src/features/emails/index.ts'
import { eraseHits } from '../../src/features/tracking/index.ts'
import { addressContent } from '../../src/features/delivery/content/content.ts'
import type { Content } from '../../src/features/delivery/content/content.ts'
import { insertInboxMessage } from '../../src/features/delivery/transports/inbox.queries.ts'
import { giveUpAt, LANE_NUMBERS } from '../../src/features/delivery/queue/retry-schedule.ts'
import type { Lane } from '../../src/features/delivery/queue/retry-schedule.ts'
import type { Operation } from '../../src/features/operations/operations.schema.ts'
import { createKey } from '../../src/features/projects/index.ts'
import { createContactSegments } from '../../src/features/segments/index.ts'
import { buildFilters } from '../../src/filter-sources.ts'
import type { LedgerSource } from '../../src/platform/consent-source.ts'
import type { EmailQueue, Emails } from '../../src/platform/db/tables.ts'
import { firstOfMonth } from '../../src/platform/db/months.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { lowestIdOf, newId } from '../../src/platform/ids.ts'
import type { ContactId, EmailId } from '../../src/platform/ids.ts'
import { drain } from './jobs.ts'
import { call } from './requests.ts'
import type { CallOptions, Reply } from './requests.ts'
import { buildProject } from './test-app.ts'
import type { TestApp, TestProject } from './test-app.ts'

export type ContactRecord = z.infer<typeof Contact>
export type JobRecord = z.infer<typeof Operation>

let serial = 0

/** An address that no other contact of this test run has. */
export const newAddress = (): string => `contact-${(serial += 1)}@example.com`

/** The app with a new project, for tests that count records. */
export async function inFreshProject(test: TestApp): Promise<TestApp> {
  return { ...test, project: await buildProject(test.deps) }
}

type ContactOverrides = {
  email?: string
  subscribed?: boolean
  data?: Record<string, unknown>
  project?: TestProject
}

/** The effects of contact changes on email, wired as in the app. */
export const contactEmailsOf = ({ secrets }: Pick<Deps, 'secrets'>): ContactEmails =>
  createContactEmails({ secrets, eraseHits })

/** The effects of contact changes on segments, wired as in the app. */
export const contactSegmentsOf = ({ database }: Pick<Deps, 'database'>): ContactSegments =>
  createContactSegments(buildFilters(database))

/** The source of changes in tests that ask for none. */
export const TEST_SOURCE: LedgerSource = { kind: 'api_key', id: null }

export async function buildContact(
  { deps, project: own }: TestApp,
  { email = newAddress(), subscribed = true, data = {}, project = own }: ContactOverrides = {},
): Promise<ContactRecord> {
  const now = deps.clock.now()
  const { row } = await saveContact(deps.database.db, {
    projectId: project.projectId,
    email,
    subscribed,
    data,
    source: TEST_SOURCE,
    emails: contactEmailsOf(deps),
    now,
  })
  return toContact(row, now)
}

type ContactsOverrides = Omit<ContactOverrides, 'email'> & { emailOf?: (index: number) => string }

/** Many at once, in one statement and without events; returned oldest first. */
export async function buildContacts(
  { deps, project: own }: TestApp,
  count: number,
  { emailOf = newAddress, subscribed = true, data = {}, project = own }: ContactsOverrides = {},
): Promise<{ id: string; email: string }[]> {
  const now = deps.clock.now()
  const contacts = Array.from({ length: count }, (_, index) => ({
    id: newId<ContactId>(now),
    email: emailOf(index),
  }))
  await sql`
    insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
    select ${project.projectId}, id, email, ${subscribed}, ${JSON.stringify(data)}::jsonb, ${now}, ${now}
    from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ email }) => email)}::text[]) as c (id, email)`.execute(
    deps.database.db,
  )
  return contacts
}

/** The text of a key with these scopes. */
export async function buildKey(
  { deps, project: own }: TestApp,
  { scopes = ['full'], project = own }: { scopes?: ('full' | 'send' | 'read')[]; project?: TestProject } = {},
): Promise<string> {
  const { text } = await createKey(deps.database.db, {
    projectId: project.projectId,
    now: deps.clock.now(),
    name: 'For a test',
    kind: 'secret',
    scopes,
  })
  return text
}

export type EmailOverrides = {
  address?: string
  contactId?: string | null
  lane?: Lane
  /** Also decides its status. */
  scheduledFor?: Date
  variables?: Record<string, unknown>
  content?: Partial<Content>
  /** Columns that the engine would have written by now: of the queue, or of the record once the email has ended. */
  stored?: Partial<Insertable<EmailQueue> & Insertable<Emails>>
  raw?: Buffer
  project?: TestProject
}

const PLAIN_CONTENT: Content = {
  subject: 'Hello {{ name }}',
  html: '<p>Hello {{ name }}</p>',
  text: 'Hello {{ name }}',
  isPlain: true,
  links: [],
  trackOpens: false,
  fromEmail: 'shop@shop.test',
  fromName: null,
  replyTo: null,
  headers: {},
  attachments: [],
}

const WAITING = new Set(['QUEUED', 'SCHEDULED', 'DEFERRED', 'SENDING'])

/** An email that waits; `stored` and `raw` put it further on its way without an engine. */
export async function makeEmail(
  { deps: { clock, database }, project: own }: TestApp,
  { content: written, stored, raw, project: { projectId } = own, ...given }: EmailOverrides = {},
): Promise<EmailId> {
  const now = clock.now()
  const id = (stored?.id ?? stored?.email_id ?? newId(now)) as EmailId
  const content = addressContent({ ...PLAIN_CONTENT, ...written })
  const {
    address = newAddress(),
    contactId = null,
    lane = 'transactional',
    scheduledFor,
    variables = {},
  } = given
  const due = scheduledFor ?? now
  await insertContent(database.db, { projectId, content, blobs: [], now })
  const shared = {
    project_id: projectId,
    content_id: content.id,
    contact_id: contactId as ContactId | null,
    address,
    lane: LANE_NUMBERS[lane],
    source: 'TRANSACTIONAL',
    scheduled_for: scheduledFor ?? null,
  }
  if (stored?.status !== undefined && !WAITING.has(stored.status)) {
    const row = { ...shared, id, attempts: 0, ...stored, status: stored.status }
    await database.db.insertInto('emails').values(row).execute()
    const endedAt = stored.sent_at ? new Date(stored.sent_at) : now
    await sql`
      insert into email_payloads (project_id, email_id, variables, month_id)
      values (${projectId}, ${id}, ${JSON.stringify(variables)}, ${lowestIdOf(firstOfMonth(endedAt))})`.execute(
      database.db,
    )
  } else {
    const values = {
      ...shared,
      email_id: id,
      status: scheduledFor ? 'SCHEDULED' : 'QUEUED',
      variables: JSON.stringify(variables),
      run_at: due,
      give_up_at: giveUpAt(lane, due),
      ...(stored?.lease_owner && { lease_until: new Date(now.getTime() + 60_000) }),
      ...stored,
    }
    await database.db.insertInto('email_queue').values(values).execute()
  }
  if (raw) await insertInboxMessage(database.db, { projectId, emailId: id, raw, now })
  return id
}

type Form = { body: Buffer; headers: Record<string, string> }
type FormFile = { content: string | Buffer; name?: string; type?: string }
export type FormOverrides = { files?: FormFile[]; fields?: Record<string, string>; isFileFirst?: boolean }

/** A form as a browser sends it, each with a boundary of its own. */
export function buildForm({ files = [], fields = {}, isFileFirst = false }: FormOverrides): Form {
  const boundary = `----form-${crypto.randomUUID()}`
  const part = (disposition: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  const uploads = files.map(({ content, name = 'contacts.csv', type = 'text/csv' }) =>
    part(`name="file"; filename="${name}"\r\nContent-Type: ${type}`, content),
  )
  const parts = isFileFirst ? [...uploads, ...texts] : [...texts, ...uploads]
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

type UploadOptions = Omit<CallOptions, 'body'> & { path?: string }

/** Uploads a file for import, as text/csv; the job waits in the queue. */
export async function uploadCsv(
  test: TestApp,
  csv: string | Buffer,
  { headers, path = '/contacts/import', ...options }: UploadOptions = {},
): Promise<Reply> {
  return call(test, ['POST', path], {
    ...options,
    body: csv,
    headers: { 'content-type': 'text/csv', ...headers },
  })
}

/** An import from upload to end. */
export async function buildImport(
  test: TestApp,
  csv: string | Buffer,
  options: UploadOptions = {},
): Promise<JobRecord> {
  const reply = await uploadCsv(test, csv, options)
  if (reply.statusCode !== 202) throw new Error(`the import was refused: ${reply.body}`)
  await drain(test.deps)
  return readJob(test, reply.json<{ jobId: string }>().jobId, options)
}

export async function readJob(
  test: TestApp,
  id: string,
  { key }: Pick<CallOptions, 'key'> = {},
): Promise<JobRecord> {
  const reply = await call(test, ['GET', `/jobs/${id}`], key === undefined ? {} : { key })
  return reply.json<JobRecord>()
}

/** The contact that has the address, if there is one. */
export async function readContact(
  test: TestApp,
  email: string,
  { key }: Pick<CallOptions, 'key'> = {},
): Promise<ContactRecord | undefined> {
  const reply = await call(test, ['GET', '/contacts'], {
    query: { email },
    ...(key !== undefined && { key }),
  })
  return reply.json<{ contacts: ContactRecord[] }>().contacts[0]
}

/** The names of a contact's events, oldest first. */
export async function readEventNames({ deps }: TestApp, contactId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from events where contact_id = ${contactId} order by id`.execute(deps.database.db)
  return rows.map((row) => row.name)
}

/** A new id of the same time as the email_id of the row. */
const LIKE_ID = sql.raw('(left(email_id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid')

type Copies = {
  id: EmailId
  /** All of them, the given one too. */
  count: number
  /** The columns that differ; `n` is the number of the copy, from 2 on. */
  columns?: { address?: RawBuilder<unknown>; contactId?: RawBuilder<unknown>; runAt?: RawBuilder<unknown> }
}

/** Many emails like one that waits, in one statement. */
export async function multiplyEmail(
  { deps: { database } }: TestApp,
  { id, count, columns: { address, contactId, runAt } = {} }: Copies,
): Promise<void> {
  await sql`
    insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, run_at, give_up_at)
    select project_id, ${LIKE_ID}, content_id, ${contactId ?? sql`contact_id`},
      ${address ?? sql`'p' || n || '@example.com'`}, status, lane, source, ${runAt ?? sql`run_at`}, give_up_at
    from email_queue cross join generate_series(2, ${count}) as n where email_id = ${id}`.execute(database.db)
}
