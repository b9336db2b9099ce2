// One attempt at one email, from the claim to the committed result.
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseAway, isDeadlock } from '../../platform/db/failures/database-errors.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AttemptResult, SendResult, Transport } from '../../platform/email/transport.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'
import { actOut, fateOf } from './transports/test-recipients.ts'
import type { Fate } from './transports/test-recipients.ts'
import type { TransportWatch } from './transports/transport-watch.ts'
import type { HandOverGates } from './hand-over-gates.ts'
import { claimedFacts, stopFor } from './reason-to-stop.ts'
import type { LastLook } from './queue/final-check.service.ts'
import type { Leases } from './queue/leases.ts'
import { GIVEN_UP_AFTER, GIVEN_UP_REASON } from './queue/suspects.ts'
import { EmailNotMadeError } from './compose/email-compose-error.ts'
import type { MadeEmail, EmailMaker } from './compose/email-composer.service.ts'
import { actedOutcome, later, outcomeOf, waiting } from './record/outcome.ts'
import type { AttemptOutcome } from './record/outcome.ts'
import type { Recorder } from './record/record.service.ts'

export type Tools = HandOverGates & {
  transport: Transport
  watch: TransportWatch
  /** Where email to test recipients is kept, whatever transport other email takes. */
  inbox: Transport
  maker: EmailMaker
  recorder: Recorder
  leases: Leases
  lastLook: LastLook
  /** Bytes of emails that are being made or wait for a connection. */
  memory: Gate
  clock: Clock
  log: Log
}

/** Undefined when it is not begun: it was withdrawn meanwhile, or the gates were closed. */
export async function deliverEmail(email: ClaimedEmail, tools: Tools): Promise<AttemptOutcome | undefined> {
  const fate = fateOf(email.address)
  const stop = stopFor(email, { facts: claimedFacts(email), fate })
  if (stop) return record(stop, { email, tools, subject: null })
  if (email.lost_claims >= GIVEN_UP_AFTER) {
    tools.log.error(
      { projectId: email.project_id, emailId: email.id },
      'an email is given up: it ends its workers',
    )
    return record({ status: 'FAILED', reason: GIVEN_UP_REASON }, { email, tools, subject: null })
  }
  try {
    return await makeAndSend(email, { fate, tools })
  } catch (error) {
    // Nothing can be recorded now. The email stays claimed, and falls due again when its lease ends.
    if (isDatabaseAway(error) || isDeadlock(error)) throw error
    return record(notMade(error, { email, tools }), { email, tools, subject: null })
  }
}

type Attempt = { fate: Fate | undefined; tools: Tools }

/** Emails are made while others are on the wire or wait for their commit, so that nobody waits for the processor alone. */
async function makeAndSend(
  email: ClaimedEmail,
  { fate, tools }: Attempt,
): Promise<AttemptOutcome | undefined> {
  const forget = await tools.memory.enter(await tools.maker.weigh(email))
  try {
    const made = forget && (await tools.maker.make(email))
    return made && (await sendAndRecord(email, { fate, made, tools }))
  } finally {
    forget?.()
  }
}

async function sendAndRecord(
  email: ClaimedEmail,
  { fate, made, tools }: HandOver,
): Promise<AttemptOutcome | undefined> {
  const beginning = createBeginning(email, { fate, tools })
  const dot = createDot(email, tools)
  try {
    const result = await onConnection(tools, () => handOver({ fate, made, tools }, { beginning, dot }))
    const stop = beginning.stop()
    if (stop) return await record(stop, { email, tools, subject: null })
    if (result === undefined || result.kind === 'unsent' || dot.wasHeldBack) return undefined
    const outcome = judge(result, { email, fate, tools })
    return await record(outcome, { email, tools, subject: made.subject })
  } finally {
    dot.settle()
  }
}

/** The connection is free again when the server has answered: what follows on it begins while the result is written. */
async function onConnection(
  { connections, watch }: Tools,
  send: () => Promise<SendResult>,
): Promise<SendResult | undefined> {
  const hangUp = await connections.enter(1)
  try {
    // While the transport rests, others may have it back.
    return hangUp && watch.restMs() === 0 ? await send() : undefined
  } finally {
    hangUp?.()
  }
}

type Judging = { email: ClaimedEmail; fate: Fate | undefined; tools: Tools }

/** What test recipients act out says nothing about the transport. */
function judge(result: AttemptResult, { email, fate, tools: { watch, clock } }: Judging): AttemptOutcome {
  const isToBlame = fate === undefined && watch.isToBlame(result, email.address)
  if (isToBlame && watch.trouble) return waiting(result, { email, ...watch.trouble })
  const outcome = outcomeOf(result, { email, now: clock.now(), chance: Math.random() })
  return fate ? actedOutcome(outcome, fate) : outcome
}

type Recording = { email: ClaimedEmail; tools: Tools; subject: string | null }

async function record(
  outcome: AttemptOutcome,
  { email, tools, subject }: Recording,
): Promise<AttemptOutcome> {
  const recorded = await tools.recorder.record({
    ...outcome,
    projectId: email.project_id,
    emailId: email.id,
    contactId: email.contact_id,
    address: email.address,
    fence: email.fence,
    attempt: email.attempts,
    subject,
    isActed: fateOf(email.address) !== undefined,
    at: tools.clock.now(),
  })
  if (recorded === 'taken over') {
    tools.log.warn(
      { emailId: email.id, status: outcome.status },
      'another worker had already taken over this email',
    )
  }
  return recorded === 'refused' ? { ...outcome, status: 'FAILED' } : outcome
}

function notMade(error: unknown, { email, tools }: { email: ClaimedEmail; tools: Tools }): AttemptOutcome {
  const attempted = { email, now: tools.clock.now(), chance: Math.random() }
  if (!(error instanceof EmailNotMadeError)) {
    // A fault of ours. Tried again like any other failure, and given up like it: not once a minute for ever.
    tools.log.error({ err: error, emailId: email.id }, 'an email could not be handled')
    return later(attempted, { reply: null, reason: OWN_FAULT })
  }
  if (!error.isWorthRetrying) return { status: 'FAILED', reason: error.message }
  return later(attempted, { reply: null, reason: error.message })
}

const OWN_FAULT = 'this server met an error of its own; its log has the details'

type HandOver = { fate: Fate | undefined; made: MadeEmail; tools: Tools }

type Questions = { beginning: Beginning; dot: Dot }

async function handOver(
  { fate, made, tools: { transport, inbox } }: HandOver,
  { beginning, dot }: Questions,
): Promise<SendResult> {
  const acted = fate === undefined || fate === 'suppressed' ? undefined : actOut(fate)
  if (acted && acted.kind !== 'accepted') return (await beginning.ask()) ? acted : { kind: 'unsent' }
  const road = acted ? inbox : transport
  return road.send(made.envelope, made.bytes, {
    mayBegin: () => beginning.ask(),
    isStillOurs: () => dot.ask(),
  })
}

type Beginning = {
  /** Whether the email may be begun, asked when there is a connection for it. Never rejects. */
  ask(): Promise<boolean>
  /** How the email ends, if its recipient has left meanwhile. @throws what kept the question from being answered */
  stop(): AttemptOutcome | undefined
}

/** From here on it is on the wire: whatever withdraws an email before this is heeded, and nothing that comes later. */
function createBeginning(email: ClaimedEmail, { fate, tools }: Attempt): Beginning {
  let stop: AttemptOutcome | undefined
  let failure: { error: unknown } | undefined
  return {
    async ask() {
      try {
        const changed = await tools.lastLook.ask(email, tools.leases.claimedAt(email.id))
        const isLeft = changed !== undefined && !changed.isWithdrawn
        stop = isLeft ? stopFor(email, { facts: changed, fate }) : undefined
        if (changed?.isWithdrawn || stop) return false
        tools.leases.handOver(email.id)
        return true
      } catch (error) {
        failure = { error }
        return false
      }
    },
    stop() {
      if (failure) throw failure.error
      return stop
    },
  }
}

type Dot = {
  /** Whether the email may get its final dot. Resolves when the results of enough earlier emails are on disk. */
  ask(): Promise<boolean>
  /** The gate was closed before: the node stops, and nothing of this email was taken. */
  readonly wasHeldBack: boolean
  /** Its own result is on disk, or there is none. */
  settle(): void
}

/**
 * A connection begins its next email while the result of the last one is written, and waits with the final dot until it
 * is: a kill repeats at most one email per connection, and no connection stands still for a commit. Where the database
 * is away for so long that the server hangs up, the lease has run out, too, and the email is another worker's.
 */
function createDot({ id }: ClaimedEmail, { unrecorded, leases }: Tools): Dot {
  let wasHeldBack = false
  let leave: (() => void) | undefined
  return {
    async ask() {
      leave = await unrecorded.enter(1)
      wasHeldBack = leave === undefined
      return !wasHeldBack && leases.isHeld(id)
    },
    get wasHeldBack() {
      return wasHeldBack
    },
    settle: () => leave?.(),
  }
}
