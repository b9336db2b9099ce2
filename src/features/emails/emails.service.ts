// The emails of the API. The history of an email is built from its row (when it was queued, when it was accepted and
// with which reply) and from the stored events that the row does not hold.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { AppError } from '../../platform/errors.ts'
import type { CampaignId, ContactId, EmailId, ProjectId } from '../../platform/ids.ts'
import { findContact } from '../contacts/index.ts'
import { findTemplateId } from '../templates/index.ts'
import { timeOfId } from '../../platform/ids.ts'
import { cancelWaitingEmail, messageIdOf, rescheduleWaitingEmail } from '../delivery/index.ts'
import type { CampaignEmails, EmailRef } from '../delivery/index.ts'
import { findEmail, listAndCountEmails, listByIds } from './emails.queries.ts'
import type { EmailRow, Filter, EmailQuery } from './emails.queries.ts'
import type { Email, EmailEvent, LastReply } from './emails.schema.ts'
import { isErasedAddress } from './erase/erased-address.ts'
import { listNotes } from './notes.queries.ts'
import type { EmailNote } from './notes.queries.ts'
import { checkSchedule } from './schedule.ts'

export type EmailRecord = z.infer<typeof Email>
type Event = z.infer<typeof EmailEvent>

/** Injected by the app, since campaigns are a feature of a higher level. Null if the campaign has no emails or does not exist. */
export type FindEmailsOfCampaign = (
  db: Db | Trx,
  ref: { projectId: ProjectId; campaignId: CampaignId },
) => Promise<CampaignEmails | null>

type ListOptions = EmailQuery & { limit: number; before: string | undefined; isTotalWanted: boolean }

/** One page of emails with their histories, and the total. */
export async function readEmails(
  db: Db | Trx,
  { projectId, filter, ...options }: ListOptions,
): Promise<{ page: Page<EmailRecord>; total: number | null }> {
  const named = await withTemplateId(db, { projectId, filter })
  if (!named) return { page: { rows: [], hasMore: false }, total: options.isTotalWanted ? 0 : null }
  const { page, total } = await listAndCountEmails(db, { projectId, filter: named, ...options })
  const emailIds = page.rows.map((row) => row.id)
  const stored = Map.groupBy(await listNotes(db, { projectId, emailIds }), (event) => event.email_id)
  const rows = page.rows.map((row) => toEmail(row, stored.get(row.id) ?? []))
  return { page: { rows, hasMore: page.hasMore }, total }
}

/** The records of those emails that still exist. */
export async function readEmailsById(
  db: Db | Trx,
  { projectId, emailIds }: { projectId: ProjectId; emailIds: readonly EmailId[] },
): Promise<EmailRecord[]> {
  if (emailIds.length === 0) return []
  const rows = await listByIds(db, { projectId, ids: emailIds.toSorted().toReversed() })
  const stored = Map.groupBy(await listNotes(db, { projectId, emailIds }), (event) => event.email_id)
  return rows.map((row) => toEmail(row, stored.get(row.id) ?? []))
}

/** Resolves the alias of a template; an id works after the template was deleted, too. Undefined for an unknown alias. */
async function withTemplateId(db: Db | Trx, { projectId, filter }: EmailQuery): Promise<Filter | undefined> {
  const { templateId: key } = filter
  if (key === undefined) return filter
  const templateId = await findTemplateId(db, { projectId, key })
  return templateId && { ...filter, templateId }
}

type ContactListOptions = Omit<ListOptions, 'filter'> & {
  contactId: ContactId
  filter: Pick<Filter, 'status'>
}

export async function readEmailsOfContact(
  db: Db | Trx,
  { contactId, filter, ...options }: ContactListOptions,
): ReturnType<typeof readEmails> {
  if (!(await findContact(db, { projectId: options.projectId, contactId }))) {
    throw new AppError('CONTACT_NOT_FOUND')
  }
  return readEmails(db, { ...options, filter: { ...filter, contactId } })
}

export async function readEmail(db: Db | Trx, ref: EmailRef): Promise<EmailRecord> {
  const row = await findEmail(db, ref)
  if (!row) throw emailNotFound()
  return toEmail(row, await listNotes(db, { projectId: ref.projectId, emailIds: [row.id] }))
}

/** Cancels a waiting email. A claimed email cannot be stopped: it may be on the wire. */
export async function cancelEmail(db: Db | Trx, ref: EmailRef & { now: Date }): Promise<EmailRecord> {
  const isCancelled = await cancelWaitingEmail(db, ref)
  const email = await readEmail(db, ref)
  if (isCancelled) return email
  throw new AppError('INVALID_STATE', {
    message: `The email cannot be cancelled: it is ${email.status}.`,
    suggestion: 'Only a waiting email can be cancelled: QUEUED, SCHEDULED or DEFERRED.',
  })
}

type Change = EmailRef & {
  /** Null to send immediately; undefined to change nothing. */
  scheduledFor: Date | null | undefined
  now: Date
}

/** Changes the time of a waiting email. One that is being sent stays as it is. */
export async function rescheduleEmail(
  db: Db | Trx,
  { scheduledFor, now, ...ref }: Change,
): Promise<EmailRecord> {
  checkSchedule(scheduledFor, now)
  if (scheduledFor === undefined) return readEmail(db, ref)
  const isMoved = await rescheduleWaitingEmail(db, { ...ref, scheduledFor, now })
  const email = await readEmail(db, ref)
  if (isMoved) return email
  if (email.campaignId !== null) {
    throw new AppError('INVALID_STATE', {
      message: 'The email cannot be rescheduled: it belongs to a campaign, which is sent as a whole.',
      suggestion: 'Pause the campaign with POST /campaigns/{id}/pause, or cancel this email.',
    })
  }
  throw new AppError('INVALID_STATE', {
    message: `The email cannot be rescheduled: it is ${email.status}.`,
    suggestion: 'Only a waiting email can be rescheduled: QUEUED, SCHEDULED or DEFERRED.',
  })
}

export const emailNotFound = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such email.',
    suggestion: 'List the emails with GET /emails.',
  })

export function toEmail(row: EmailRow, stored: readonly EmailNote[]): EmailRecord {
  return {
    id: row.id,
    contactId: row.contact_id,
    to: row.address,
    from: row.from_email ?? '',
    subject: isErasedAddress(row.address) ? '' : (row.subject ?? row.content_subject ?? ''),
    status: row.status as EmailRecord['status'],
    reason: row.reason,
    source: row.source as EmailRecord['source'],
    campaignId: row.campaign_id,
    templateId: row.template_id,
    workflowId: row.workflow_id,
    traceId: row.trace_id,
    messageId: messageIdOf(row, row.from_email ?? ''),
    tags: row.tags ?? [],
    attempts: row.attempts,
    lastReply: row.last_reply as z.infer<typeof LastReply> | null,
    events: timelineOf(row, stored),
    createdAt: timeOfId(row.id).toISOString(),
    scheduledFor: row.scheduled_for?.toISOString() ?? null,
    topic: row.topic,
    heldFor: row.held_for,
    transport: row.transport,
    nextAttemptAt: nextAttemptOf(row)?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    erasedAt: stored.findLast(({ type }) => type === 'erased')?.created_at.toISOString() ?? null,
  }
}

const nextAttemptOf = ({ status, run_at: at }: EmailRow): Date | null => (status === 'DEFERRED' ? at : null)

/** Oldest first. At the same instant, events from the row come before stored ones: a complaint follows its email. */
function timelineOf(row: EmailRow, stored: readonly EmailNote[]): Event[] {
  const recorded = stored.map(({ type, data, created_at: at }) => toEvent(type, at, data as Event['data']))
  const types = new Set(recorded.map(({ type }) => type))
  const derived = derivedEvents(row, stored).filter(({ type }) => !types.has(type))
  const createdAt = timeOfId(row.id).getTime()
  // Suppressed at acceptance: it was never in the queue.
  const [first] = recorded
  if (first?.type === 'suppressed' && Date.parse(first.at) - createdAt < ACCEPT_MS) return recorded
  // No event comes before the creation, whatever clocks say.
  const timeOf = ({ at }: Event) => Math.max(createdAt, Date.parse(at))
  return [...derived, ...recorded].toSorted((a, b) => timeOf(a) - timeOf(b))
}

// Ids may be ahead of the clock by some milliseconds. No email is dropped from the queue this soon.
const ACCEPT_MS = 1_000

function derivedEvents(row: EmailRow, stored: readonly EmailNote[]): Event[] {
  const { status, sent_at: sentAt } = row
  const createdAt = timeOfId(row.id)
  const events = [toEvent('queued', createdAt)]
  const scheduledFor = firstSchedule(row, stored)
  if (scheduledFor !== null) events.push(toEvent('scheduled', createdAt, { scheduledFor }))
  if (sentAt === null) return events
  events.push(toEvent('sent', sentAt, acceptanceOf(row)))
  if (status === 'DELIVERED') events.push(toEvent('delivered', sentAt))
  return events
}

/** The first scheduled time: the row has only the latest one. */
function firstSchedule({ scheduled_for: latest }: EmailRow, stored: readonly EmailNote[]): string | null {
  const moved = stored.find(({ type }) => type === 'rescheduled' || type === 'held')
  if (!moved) return latest?.toISOString() ?? null
  return (moved.data as { before: string | null }).before
}

/** The reply that accepted the email, unless a later bounce has overwritten it. */
function acceptanceOf({ last_reply: last }: EmailRow): Event['data'] {
  if (last === null) return {}
  const { code, enhancedCode, text } = last as z.infer<typeof LastReply>
  return code < 400 ? { reply: { code, enhancedCode, text } } : {}
}

const toEvent = (type: string, at: Date, data: Event['data'] = {}): Event => ({
  type,
  at: at.toISOString(),
  data,
})
