// UUIDv7 (RFC 9562, section 5.7) made by the program, and the branded types of ids. Newest-first lists and the
// partitions of events rely on ids growing with time, so ids made by one process in one millisecond grow too
// (section 6.2, method 1: the 12 bits of rand_a are a counter).
import { randomFillSync, randomInt } from 'node:crypto'
import type { z } from 'zod'
import { isUuid } from './uuid.ts'

/** The brand is that of zod, so that a schema makes an id with `.brand<'contact'>()`. */
export type Id<Kind extends string> = string & z.core.$brand<Kind>

export type ProjectId = Id<'project'>
export type KeyId = Id<'key'>
export type ContactId = Id<'contact'>
export type EventId = Id<'event'>
export type OperationId = Id<'operation'>
export type DomainId = Id<'domain'>
export type ReportEmailId = Id<'report email'>
export type DomainReportId = Id<'domain report'>
export type GivenAlertId = Id<'given alert'>
export type TransportId = Id<'transport'>
export type TemplateId = Id<'template'>
export type PartialId = Id<'partial'>
export type EmailId = Id<'email'>
export type HitId = Id<'hit'>
export type ContentId = Id<'content'>
export type TopicId = Id<'topic'>
export type CouponListId = Id<'coupon list'>
export type CouponCodeId = Id<'coupon code'>
export type ConfirmationId = Id<'confirmation'>
export type FormId = Id<'form'>
export type SegmentId = Id<'segment'>
export type CampaignId = Id<'campaign'>
export type RecurringId = Id<'recurring campaign'>
export type RunId = Id<'run'>
export type WorkflowId = Id<'workflow'>
export type ExecutionId = Id<'execution'>
export type SuppressionId = Id<'suppression'>
export type UserId = Id<'user'>
export type SessionId = Id<'session'>
export type PasswordResetId = Id<'password reset'>
export type InvitationId = Id<'invitation'>
export type ImageId = Id<'image'>
export type ObjectId = Id<'object'>
export type ViewId = Id<'view'>
export type ApprovalId = Id<'approval'>
export type AuditId = Id<'audit'>
export type WebhookId = Id<'webhook'>
export type WebhookDeliveryId = Id<'webhook delivery'>
export type FeedId = Id<'feed'>

// Random bytes are drawn for 512 ids at once: drawing eight bytes per id was half the cost of an import row.
const RANDOM_POOL = Buffer.allocUnsafe(8 * 512)
let poolOffset = RANDOM_POOL.length
let lastMs = 0
let counter = 0

/** A new UUIDv7, greater than all earlier ones of this process, unless the clock was set back by more than seconds. */
export function newId<I extends Id<string>>(now: Date): I {
  advance(now.getTime())
  return spell(lastMs, counter) as I
}

/**
 * The id of something in the past: of exactly that millisecond, in any order with others of the same one. It does not
 * affect the ids of newId.
 */
export function newIdOf<I extends Id<string>>(past: Date): I {
  return spell(past.getTime(), randomInt(0x1000)) as I
}

/** The id in a text from outside, in lower case; undefined if it is none. */
export const readId = <I extends Id<string>>(text: string): I | undefined =>
  isUuid(text) ? (text.toLowerCase() as I) : undefined

/** The creation time in a UUIDv7, to the millisecond. */
export function timeOfId(id: string): Date {
  return new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

/** A lower bound for the ids of this millisecond and later ones. */
export function lowestIdOf(at: Date): string {
  return lowestOf(at.getTime())
}

/** A strict upper bound for the ids of this millisecond and earlier ones. */
export function lowestIdAfter(at: Date): string {
  return lowestOf(at.getTime() + 1)
}

/** 48 bits: ids from outside may have any time. */
const LAST_MS = 0xffff_ffff_ffff

function lowestOf(ms: number): string {
  const time = Math.min(ms, LAST_MS).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

function spell(ms: number, count: number): string {
  if (poolOffset === RANDOM_POOL.length) {
    randomFillSync(RANDOM_POOL)
    poolOffset = 0
  }
  const tail = RANDOM_POOL.toString('hex', poolOffset, poolOffset + 8)
  poolOffset += 8
  const time = ms.toString(16).padStart(12, '0')
  const variant = (8 + (parseInt(tail[0] ?? '0', 16) & 3)).toString(16)
  const randA = count.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randA}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`
}

// A clock that is set back a little must not make ids go back; one that had run far ahead and was corrected must not keep
// all later ids in a future month, which has no partition of events.
const LARGEST_STEP_BACK_MS = 10_000

/** Moves to the given millisecond, or counts on within the last one; a full counter borrows the next millisecond. */
function advance(ms: number): void {
  if (ms > lastMs || lastMs - ms > LARGEST_STEP_BACK_MS) {
    lastMs = ms
    counter = 0
  } else if (counter < 0xfff) {
    counter += 1
  } else {
    lastMs += 1
    counter = 0
  }
}
