// A call of an agent that waits for a person. The decision and what it carries out are committed together: killed in between,
// the approval still waits and nothing was sent; of two people who approve at once, the second is refused and what it did is
// rolled back.
import { createHash } from 'node:crypto'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ApprovalId, KeyId, ProjectId, UserId } from '../../platform/ids.ts'
import {
  countApprovals,
  decideApproval,
  findApproval,
  findSameCall,
  insertApproval,
  lockApprovals,
} from './approvals.queries.ts'
import type { ApprovalRef, ApprovalRow } from './approvals.queries.ts'
import type { ApprovalTool } from './approvals.values.ts'
import type { SendingEffects } from './sending-effects.ts'

// Long enough for a holiday of a few days, and short enough that nobody approves what has become wrong.
const WAITS_MS = 7 * 24 * 60 * 60_000

// As long as an Idempotency-Key is remembered: an agent that repeats a call sends nothing twice.
const REPEATED_MS = 24 * 60 * 60_000

// More than a person would read; an agent that asks in a loop stops there.
export const MOST_WAITING = 100

// An email that waits for a person is stored as it was sent to us, so it cannot have large attachments.
const MOST_ARGUMENT_BYTES = 256 * 1_024

type RequestInput = {
  projectId: ProjectId
  tool: ApprovalTool
  title: string
  arguments: Record<string, unknown>
  recipients: number | null
  key: { id: KeyId; name: string }
  /** Two calls with the same one are the same call. */
  repeatKey: string
  now: Date
}

/** Stores a call until a person decides. @returns the same call instead, if it waits or was approved in the last day */
export async function requestApproval(
  db: Db | Trx,
  { projectId, tool, title, arguments: args, recipients, key, repeatKey, now }: RequestInput,
): Promise<ApprovalRow> {
  const text = JSON.stringify(args)
  if (Buffer.byteLength(text) > MOST_ARGUMENT_BYTES) throw tooLarge()
  const digest = createHash('sha256').update(`${tool} ${repeatKey}`).digest()
  return inTransaction(db, async (trx) => {
    await lockApprovals(trx, { projectId })
    const approvedSince = new Date(now.getTime() - REPEATED_MS)
    const same = await findSameCall(trx, { projectId, digest, approvedSince, now })
    if (same) return same
    const count = await countApprovals(trx, { projectId, filter: { state: 'WAITING' }, now })
    if (count >= MOST_WAITING) throw tooMany()
    return insertApproval(trx, {
      project_id: projectId,
      id: newId<ApprovalId>(now),
      tool,
      title,
      arguments: text,
      digest,
      recipients,
      key_id: key.id,
      key_name: key.name,
      requested_at: now,
      expires_at: new Date(now.getTime() + WAITS_MS),
    })
  })
}

export async function readApproval(db: Db | Trx, ref: ApprovalRef): Promise<ApprovalRow> {
  const row = await findApproval(db, ref)
  if (!row) throw noApproval()
  return row
}

type Decision = ApprovalRef & { person: { id: UserId; email: string }; now: Date }

/** Carries the call out. If it is refused now, the approval is FAILED and says why. */
export async function approve(
  late: LateDb,
  { person, now, effects, ...ref }: Decision & { effects: SendingEffects },
): Promise<ApprovalRow> {
  const { projectId } = ref
  const approval = await readApproval(late.db, ref)
  requireWaiting(approval, now)
  const attempt = await carryOut(late, { approval, person, effects, now })
  const { decision, result } = attempt
  const row = await decideApproval(await late.begin(), {
    projectId,
    approvalId: ref.approvalId,
    decision,
    person,
    result: JSON.stringify(result),
    now,
  })
  if (!row) throw alreadyDecided()
  return row
}

type CarryOutInput = Pick<Decision, 'person' | 'now'> & { approval: ApprovalRow; effects: SendingEffects }
type Attempt = { decision: 'APPROVED' | 'FAILED'; result: object }

async function carryOut(late: LateDb, { approval, person, effects, now }: CarryOutInput): Promise<Attempt> {
  const call = {
    projectId: approval.project_id,
    source: { kind: 'member' as const, id: person.id },
    arguments: approval.arguments as Record<string, unknown>,
    now,
  }
  try {
    const { result } = await effects[approval.tool as ApprovalTool](late, call)
    return { decision: 'APPROVED', result: { result } }
  } catch (error) {
    if (!(error instanceof AppError) || TEMPORARY.has(error.code)) throw error
    await late.rollback()
    const { code, message, suggestion } = error
    return { decision: 'FAILED', result: { error: { code, message, suggestion } } }
  }
}

/** They say nothing about the call: the person can approve it again. */
const TEMPORARY = new Set<ErrorCode>(['SERVICE_UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'RATE_LIMIT_EXCEEDED'])

export async function reject(
  db: Db | Trx,
  { reason, ...decision }: Decision & { reason: string | undefined },
): Promise<ApprovalRow> {
  requireWaiting(await readApproval(db, decision), decision.now)
  const result = JSON.stringify({ reason: reason ?? null })
  const row = await decideApproval(db, { ...decision, decision: 'REJECTED', result })
  if (!row) throw alreadyDecided()
  return row
}

function requireWaiting({ decision, expires_at: expiresAt }: ApprovalRow, now: Date): void {
  if (decision !== null) throw alreadyDecided()
  if (expiresAt > now) return
  throw new AppError('INVALID_STATE', {
    message: `The request expired at ${expiresAt.toISOString()}, so nothing was sent.`,
    suggestion: 'Let the agent request it again.',
  })
}

const alreadyDecided = () =>
  new AppError('CONFLICT', {
    message: 'Somebody has decided this already.',
    suggestion: 'Read the approval with GET /approvals/{id}.',
  })

export const noApproval = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such approval.',
    suggestion: 'List the approvals with GET /approvals. They are deleted after 30 days.',
  })

const tooLarge = () =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: 'An email that waits for the approval of a person has at most 256 kB with its attachments.',
    suggestion: 'Leave the attachments out, or let a person send it.',
  })

const tooMany = () =>
  new AppError('CONFLICT', {
    message: `${MOST_WAITING} calls of this project are waiting for the approval of a person already.`,
    suggestion: 'Wait until somebody has decided them in the dashboard.',
  })
