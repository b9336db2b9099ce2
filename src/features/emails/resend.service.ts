// Sends an email once more: the same content and variables to the same address, as a new email. The sender's domain,
// the suppressions and, for marketing email, the subscription are checked again.
import type { Db } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { createSenderCheck } from '../domains/index.ts'
import { acceptOneCall, findContent, isContentKept, laneOf, readBody } from '../delivery/index.ts'
import type { EmailAnnouncer, EmailRef, NewCall, ContentTranslation } from '../delivery/index.ts'
import { EmailRecipients } from '../delivery/queue/recipients.schema.ts'
import { hasOwnCoupons, namesCoupons } from '../templates/index.ts'
import { isErasedAddress } from './erase/erased-address.ts'
import { findEmail, findEmailToCompose } from './emails.queries.ts'
import type { EmailToRead } from './emails.queries.ts'
import { emailNotFound, readEmail } from './emails.service.ts'
import type { EmailRecord } from './emails.service.ts'

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'objects'>
export type Resend = (late: LateDb, ref: EmailRef) => Promise<EmailRecord>

export function createResend({ database, config, clock, objects }: Parts, announcer: EmailAnnouncer): Resend {
  const checkSender = createSenderCheck(database, config)

  return async (late, { projectId, emailId }) => {
    const now = clock.now()
    const kept = { keptDays: config.CONTENT_RETENTION_DAYS, now }
    const { email, tags, fromEmail } = await findSent(late.db, { projectId, emailId, ...kept })
    await checkSender(projectId, fromEmail)
    if (await lacksCoupons(late.db, objects, email)) throw withoutCode()
    const again = toNewEmail(email, { id: newId<EmailId>(now), tags, now })
    const db = await late.begin()
    // Null if the content was erased meanwhile.
    const accepted = await acceptOneCall(db, { variables: email.variables, emails: [again] })
    if (!accepted) throw contentGone()
    announcer.announce(projectId)
    return readEmail(db, { projectId, emailId: again.id })
  }
}

/** The sent email, with everything needed to send it again. @throws AppError */
async function findSent(
  db: Db,
  { keptDays, now, ...ref }: EmailRef & { keptDays: number; now: Date },
): Promise<{ email: EmailToRead; tags: readonly string[]; fromEmail: string }> {
  const email = await findEmailToCompose(db, ref)
  const record = await findEmail(db, ref)
  if (!email || !record) throw emailNotFound()
  if (!email.is_ended) throw stillWaits(record.status)
  if (isErasedAddress(email.address)) throw contentErased()
  // An address in cc or bcc, or that of a test: accepting the email again would create a contact for it.
  if (record.contact_id === null) throw withoutContact()
  if (email.contact === null) throw contentErased()
  if (!isContentKept(email, { keptDays, now })) throw contentGone()
  if (record.from_email === null) throw contentGone()
  return { email, tags: record.tags ?? [], fromEmail: record.from_email }
}

/** Whether no code was given to the email although its content names a list: it was suppressed, or there was none. */
async function lacksCoupons(
  db: Db,
  objects: ObjectStore,
  { project_id: projectId, content_id: contentId, variables }: EmailToRead,
): Promise<boolean> {
  if (hasOwnCoupons(variables)) return false
  const stored = await findContent(db, { projectId, contentId })
  if (!stored) return false
  const content = await readBody(objects, stored)
  const translations = (content.translations ?? []) as unknown as ContentTranslation[]
  const texts = translations.flatMap(({ subject, html, text }) => [subject, html, text])
  return [content.subject, content.html, content.text_part, ...texts].some(namesCoupons)
}

type NewEmail = NewCall['emails'][number]
type ResendValues = { id: EmailId; tags: readonly string[]; now: Date }

function toNewEmail(email: EmailToRead, { id, tags, now }: ResendValues): NewEmail {
  return {
    projectId: email.project_id,
    id,
    contentId: email.content_id,
    address: email.address,
    // The contact may have another address by now, but its variables still fill the email.
    contactAddress: email.contact?.email ?? email.address,
    isCopy: false,
    contactName: null,
    lane: laneOf(email.lane),
    source: email.source as NewEmail['source'],
    templateId: email.template_id,
    messageId: null,
    recipients: recipientsOf(email),
    tags,
    scheduledFor: null,
    now,
  }
}

/** Without the trace of the request that accepted the first one. */
function recipientsOf({ recipients }: EmailToRead): EmailRecipients | null {
  if (recipients === null) return null
  const { traceparent: _, ...rest } = EmailRecipients.parse(recipients)
  return Object.keys(rest).length === 0 ? null : rest
}

const stillWaits = (status: string) =>
  new AppError('INVALID_STATE', {
    message: `The email cannot be sent again: it is ${status}, so it will still be sent.`,
    suggestion: 'To send a waiting email immediately, use PATCH /emails/{id} with {"scheduledFor": null}.',
  })

const withoutContact = () =>
  new AppError('INVALID_STATE', {
    message:
      'The email cannot be sent again by itself: it is a copy (cc or bcc), or a test, and belongs to no contact.',
    suggestion: 'Resend the email to the recipient in "to", or send a new one with POST /v1/send.',
  })

const withoutCode = () =>
  new AppError('INVALID_STATE', {
    message: 'The email cannot be sent again: it names a coupon list, and got no code of it.',
    suggestion: 'Send a new one with POST /v1/send, which takes a code.',
  })

const contentGone = () =>
  new AppError('INVALID_STATE', {
    message: 'The email cannot be sent again: its content has expired.',
    suggestion: 'Send a new one with POST /v1/send. CONTENT_RETENTION_DAYS says how long content is kept.',
  })

const contentErased = () =>
  new AppError('INVALID_STATE', {
    message: 'The email cannot be sent again: its content was erased, because its contact was deleted.',
    suggestion: 'Send a new one with POST /v1/send.',
  })
