// Accepts email: all recipients of a call in one statement, or none. Calls that come at the same time share it and its
// commit; each is answered when its emails are on disk.
import type { RawBuilder } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { createGroupCommit } from '../../platform/db/batching/group-commit.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { LateDb } from '../../platform/db/late-db.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId, ProjectId, TemplateId } from '../../platform/ids.ts'
import { DATA_KEY_LIMIT, toDataChange, upsertContacts, withClearRefusals } from '../contacts/index.ts'
import type { ContactWrite } from '../contacts/index.ts'
import {
  acceptCalls,
  createMailAnnouncer,
  dropWaitingMarketing,
  insertContent,
  writeCall,
} from '../delivery/index.ts'
import type { AcceptedCall, AcceptedEmail, Blob, NewCall, WrittenCall } from '../delivery/index.ts'
import { createSenderCheck } from '../domains/index.ts'
import { createProjectFinder, trackingOf } from '../projects/index.ts'
import { findTemplate, findTemplateId } from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import { readAttachments } from './attachment-bytes.ts'
import { refuseInMarketing } from './marketing-rules.ts'
import { createContentMaker } from './send-content.service.ts'
import type { SendContent } from './send-content.service.ts'
import { planMails } from './send-plan.ts'
import type { MailPlan } from './send-plan.ts'
import { neededValues, persistentValues } from './send-variables.ts'
import type { SendRequest } from './send.schema.ts'

/** One a recipient of the call, in its order. */
export type SentMail = { address: string; email: AcceptedEmail }
export type SendMail = (
  late: LateDb,
  call: { projectId: ProjectId; request: SendRequest },
) => Promise<SentMail[]>

/** A call that is ready to be written. */
type Acceptance = {
  projectId: ProjectId
  request: SendRequest
  made: SendContent
  blobs: readonly Blob[]
  change: ContactChange | undefined
  templateId: TemplateId | null
  plan: MailPlan
  now: Date
}

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export function createSendMail({ database, config, clock, threads, log }: Parts): SendMail {
  const makeContent = createContentMaker(threads)
  const findTogether = createProjectFinder(database)
  const checkTogether = createSenderCheck(database, config)
  const announcer = createMailAnnouncer(database.db, log)
  const acceptTogether = createAcceptTogether(database)
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)

  const prepare = async (db: Db, projectId: ProjectId, request: SendRequest): Promise<Acceptance> => {
    const blobs = await readAttachments(projectId, request)
    const project = await findTogether(projectId)
    const template = await requireTemplate(db, projectId, request)
    if (template?.type === 'MARKETING') refuseInMarketing(request)
    const from = senderOf(request, { template, project })
    await checkTogether(projectId, from.email)
    const usual = trackingOf(project, { isMarketing: template?.type === 'MARKETING' })
    const made = await makeContent({
      projectId,
      request,
      blobs,
      template,
      from,
      replyTo: request.reply ?? template?.reply_to ?? project.reply_to,
      tracking: {
        opens: request.tracking?.opens ?? usual.opens,
        clicks: request.tracking?.clicks ?? usual.clicks,
      },
    })
    const now = clock.now()
    const plan = planMails(request, { from: from.email, now, newEmailId: () => newId<EmailId>(now) })
    const templateId = template?.template_id ?? null
    const change = changeOf(request)
    // Before the transaction that writes: a claim locks the project's names, which others need too.
    if (change) await dataKeys.claim(db, { projectId, names: Object.keys(change.data.set), now })
    return { projectId, request, made, blobs, change, templateId, plan, now }
  }

  return async (late, { projectId, request }) => {
    const acceptance = await prepare(late.db, projectId, request)
    const emails = await withContent(late, acceptance, (db) => {
      // A call that changes its contacts has a transaction of its own, and so has one with an Idempotency-Key, whose
      // answer is stored with it.
      const isAlone = db.isTransaction || acceptance.change !== undefined
      return isAlone ? inTransaction(db, (trx) => acceptAlone(trx, acceptance)) : acceptTogether(acceptance)
    })
    announcer.announce(projectId)
    return answersOf(acceptance.plan, emails)
  }
}

/**
 * Writes emails after their content. A content that this node has stored before may be gone all the same: a database that
 * was restored, or a standby that took over, does not know the last minutes, and what nothing used for weeks is deleted.
 * Then it is stored again.
 */
async function withContent(
  late: LateDb,
  acceptance: Acceptance,
  write: (db: Db | Trx) => Promise<AcceptedEmail[] | null>,
): Promise<AcceptedEmail[]> {
  for (;;) {
    await storeContent(late.db, acceptance)
    const emails = await write(await late.begin())
    if (emails) return emails
    await late.giveUp()
    acceptance.made.isStored = false
  }
}

/** Before any transaction: attachments of megabytes take a while. Known to this node from then on. */
async function storeContent(db: Db, acceptance: Acceptance): Promise<void> {
  const { projectId, made, blobs, now } = acceptance
  if (made.isStored) return
  const soleAddress = soleAddressOf(acceptance)
  const content = { projectId, content: made.content, blobs, soleAddress, now }
  // A file that no body has yet could be deleted as unused: its row stays locked until the body is there too.
  if (blobs.length > 0) await inTransaction(db, (trx) => insertContent(trx, content))
  else await insertContent(db, content)
  made.isStored = true
}

/** Whom the content is written for: null where there are several, or where all of it comes from a template. */
function soleAddressOf({ request, plan: { contacts } }: Acceptance): string | null {
  const { template, subject, body, text, headers, attachments } = request
  const own = [subject, body, text, ...Object.keys(headers), ...attachments]
  const isOwn = template === undefined || own.some((part) => part !== undefined)
  return isOwn && contacts.length === 1 ? (contacts[0] ?? null) : null
}

type Run = (statement: RawBuilder<AcceptedCall>) => Promise<AcceptedCall[]>

/** In the order of the calls. Null for one whose content is gone, undefined for one that has to be given again. */
type Accepted = AcceptedEmail[] | null | undefined

async function acceptOnce(calls: readonly WrittenCall[], run: Run): Promise<Accepted[]> {
  const accepted = new Map<number, AcceptedEmail[] | null>()
  for (const { call, emails } of await run(acceptCalls(calls))) accepted.set(call, emails)
  return calls.map(({ call }) => accepted.get(call))
}

/** Again when somebody else made a contact of the call in the same moment: the next statement sees it. */
async function untilAccepted(accept: () => Promise<Accepted>): Promise<AcceptedEmail[] | null> {
  for (;;) {
    const emails = await accept()
    if (emails !== undefined) return emails
  }
}

function createAcceptTogether(
  database: Database,
): (acceptance: Acceptance) => Promise<AcceptedEmail[] | null> {
  let calls = 0
  const run: Run = (statement) => executePrepared(database, 'accept-mail', statement)
  const commit = createGroupCommit<WrittenCall & { projectId: ProjectId }, Accepted>({
    commit: (written) => acceptOnce(written, run),
    // No two calls are in each other's way.
    keyOf: ({ call }) => String(call),
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  return async (acceptance) => {
    calls = (calls + 1) % MOST_CALL
    const written = { ...writeCall(calls, callOf(acceptance)), projectId: acceptance.projectId }
    return untilAccepted(() => commit(written))
  }
}

// They are numbered by an integer of PostgreSQL.
const MOST_CALL = 2 ** 31

async function acceptAlone(trx: Trx, acceptance: Acceptance): Promise<AcceptedEmail[] | null> {
  await changeContacts(trx, acceptance)
  const run: Run = async (statement) => (await statement.execute(trx)).rows
  const written = writeCall(0, callOf(acceptance))
  return untilAccepted(async () => (await acceptOnce([written], run))[0])
}

function answersOf(plan: MailPlan, emails: readonly AcceptedEmail[]): SentMail[] {
  const byId = new Map(emails.map((email) => [email.id, email]))
  return plan.answers.map(({ address, id }) => {
    const email = byId.get(id)
    if (!email) throw new Error('an accepted email is missing')
    return { address, email }
  })
}

async function requireTemplate(
  db: Db,
  projectId: ProjectId,
  { template: key }: SendRequest,
): Promise<TemplateRow | undefined> {
  if (key === undefined) return undefined
  const templateId = await findTemplateId(db, { projectId, key })
  const found = templateId && (await findTemplate(db, { projectId, templateId }))
  if (!found) throw new AppError('TEMPLATE_NOT_FOUND')
  return found
}

type Defaults = {
  template: TemplateRow | undefined
  project: { default_from: string | null; default_from_name: string | null }
}

/** Of the call, else of its template, else of the project. A name belongs to the address that it came with. */
function senderOf(
  request: SendRequest,
  { template, project }: Defaults,
): { email: string; name: string | null } {
  const { from, name = null } = request
  if (from) return { email: from.email, name: from.name ?? name }
  if (template?.from_email) return { email: template.from_email, name: name ?? template.from_name }
  if (project.default_from) return { email: project.default_from, name: name ?? project.default_from_name }
  throw invalidFields({
    field: 'from',
    message:
      'is required: neither the template nor the project has a sender (PATCH /project {"defaultFrom": …})',
    code: 'required',
  })
}

type ContactChange = Pick<ContactWrite, 'subscribed' | 'subscribedIfNew' | 'by' | 'data'>

/** What a call changes about its contacts, beside making those that are new. */
function changeOf({ subscribed, data }: SendRequest): ContactChange | undefined {
  const kept = persistentValues(data)
  if (subscribed === undefined && Object.keys(kept).length === 0) return undefined
  return { subscribed, subscribedIfNew: false, by: 'send', data: toDataChange(kept) }
}

async function changeContacts(trx: Trx, { projectId, change, plan, now }: Acceptance): Promise<void> {
  if (!change) return
  const writes = plan.contacts.map((email) => ({ projectId, email, ...change, now }))
  const saved = await withClearRefusals(() => upsertContacts(trx, writes))
  if (change.subscribed !== false) return
  const contactIds = saved.map(({ row }) => row.id as ContactId)
  await dropWaitingMarketing(trx, { projectId, contactIds, now })
}

function callOf({ projectId, request, made, templateId, plan, now }: Acceptance): NewCall {
  const emails = plan.mails.map((mail): NewCall['emails'][number] => ({
    ...mail,
    projectId,
    contentId: made.content.id,
    lane: made.isMarketing ? 'marketing' : 'transactional',
    source: 'TRANSACTIONAL',
    templateId,
    tags: request.tags,
    scheduledFor: request.scheduledFor ?? null,
    now,
  }))
  return { variables: neededValues(request.data, made.variables), emails }
}
