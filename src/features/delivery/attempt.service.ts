// One attempt at one email, from the claim to the committed result.
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable, isDeadlock } from '../../platform/db/failures/database-errors.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Log } from '../../platform/log/log.ts'
import type { AttemptResult, SendResult, Transport } from '../../platform/email/transport.ts'
import { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
import type { RunningSpan, SpanEnd } from '../../platform/tracing/span.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'
import { isSimulated } from './transports/simulated.ts'
import { isKeptHere, simulateOutcome, testOutcomeOf } from './transports/test-recipients.ts'
import type { TestOutcome } from './transports/test-recipients.ts'
import type { TransportWatch } from './transports/transport-watch.ts'
import type { EmailRoutes } from './email-routes.service.ts'
import type { HandOverGates } from './hand-over-gates.ts'
import { quietHold } from './holds/holds.ts'
import { holdOutcomeOf, stopOutcomeOf } from './reason-to-stop.ts'
import { factsAtClaim, isContactGone } from './queue/claimed-facts.ts'
import type { FinalCheck } from './queue/final-check.service.ts'
import type { Leases } from './queue/leases.ts'
import { LANE_NUMBERS, laneOf } from './queue/retry-schedule.ts'
import { GIVEN_UP_AFTER, GIVEN_UP_REASON } from './queue/suspects.ts'
import { EmailComposeError } from './compose/email-compose-error.ts'
import type { EmailComposer } from './compose/email-composer.service.ts'
import type { ComposedEmail } from './compose/message-seal.ts'
import {
  applyTestOutcome,
  deferOrFail,
  failOver,
  outcomeOf,
  waitForObjectStore,
  waitForTransport,
} from './record/outcome.ts'
import type { AttemptOutcome } from './record/outcome.ts'
import type { Recorder } from './record/record.service.ts'
import type { Via } from './tally/standing.ts'

export type AttemptTools = HandOverGates & {
  transport: Transport
  /** Its name for the history of emails; undefined: MAIL_TRANSPORT. */
  transportLabel?: string | undefined
  /** The way of its emails, for the reputation over time. */
  via: Via
  routes: EmailRoutes
  watch: TransportWatch
  /** Stores the email to test recipients, whichever transport other email takes. */
  inbox: Transport
  composer: EmailComposer
  recorder: Recorder
  leases: Leases
  finalCheck: FinalCheck
  /** Bytes of emails that are being composed or wait for a connection. */
  memory: Gate
  clock: Clock
  log: Log
  /** The span of this attempt. */
  span: RunningSpan
  /** Called when the server has answered: only the result of this attempt is not stored yet. */
  onAnswered?: (() => void) | undefined
}

/** The email was not started, because it has to leave by another transport. */
export type MovedEmail = { status: 'MOVED'; routeId: number }

/** Undefined if the email was not started, because it was withdrawn or the gates were closed. */
export async function attemptEmail(
  email: ClaimedEmail,
  tools: AttemptTools,
): Promise<AttemptOutcome | MovedEmail | undefined> {
  const testOutcome = testOutcomeOf(email.address)
  const stop =
    stopOutcomeOf({ ...email, isContactGone: isContactGone(email), facts: factsAtClaim(email) }) ??
    (email.hold && holdOutcomeOf(email.hold))
  if (stop) return record(stop, { email, tools, subject: null })
  if (email.lost_claims >= GIVEN_UP_AFTER) {
    tools.log.error(
      { projectId: email.project_id, emailId: email.id },
      'an email is given up: its workers crash',
    )
    return record({ status: 'FAILED', reason: GIVEN_UP_REASON }, { email, tools, subject: null })
  }
  try {
    const routeId = await tools.routes.findOther(email)
    if (routeId !== undefined) return { status: 'MOVED', routeId }
    return await composeAndSend(email, { testOutcome, tools })
  } catch (error) {
    // Nothing can be recorded now. The email stays claimed, and falls due again when its lease ends.
    if (isDatabaseUnavailable(error) || isDeadlock(error)) throw error
    return record(outcomeOfError(error, { email, tools }), { email, tools, subject: null })
  }
}

type Attempt = { testOutcome: TestOutcome | undefined; tools: AttemptTools }

/** Composes while other emails are on the wire or wait for their commit, so that connections do not wait for it. */
async function composeAndSend(
  email: ClaimedEmail,
  { testOutcome, tools }: Attempt,
): Promise<AttemptOutcome | undefined> {
  const release = await tools.memory.enter(await tools.composer.estimateBytes(email))
  try {
    const composed = release && (await tools.composer.compose(email, tools.span))
    return composed && (await sendAndRecord(email, { testOutcome, composed, tools }))
  } finally {
    release?.()
  }
}

async function sendAndRecord(
  email: ClaimedEmail,
  { testOutcome, composed, tools }: HandOver,
): Promise<AttemptOutcome | undefined> {
  const startCheck = createStartCheck(email, tools)
  const finalDot = createFinalDot(email, tools)
  try {
    const result = await onConnection(tools, () =>
      handOver({ testOutcome, composed, tools }, { startCheck, finalDot }),
    )
    tools.onAnswered?.()
    const stop = startCheck.stop()
    if (stop) return await record(stop, { email, tools, subject: null })
    if (result === undefined || result.kind === 'unsent' || finalDot.wasHeldBack) return undefined
    const outcome = await outcomeOfResult(result, { email, testOutcome, tools })
    const { localAddress } = result
    return await record(outcome, { email, tools, subject: composed.subject, localAddress })
  } finally {
    finalDot.settle()
  }
}

/** The connection is free again when the server has answered: its next email begins while the result is written. */
async function onConnection(
  { connections, watch }: AttemptTools,
  send: () => Promise<SendResult>,
): Promise<SendResult | undefined> {
  const release = await connections.enter(1)
  try {
    // While the transport rests, the email goes back to the queue.
    return release && watch.restMs() === 0 ? await send() : undefined
  } finally {
    release?.()
  }
}

type ResultContext = { email: ClaimedEmail; testOutcome: TestOutcome | undefined; tools: AttemptTools }

/** The simulated results of test recipients say nothing about the transport. */
async function outcomeOfResult(
  result: AttemptResult,
  { email, testOutcome, tools: { watch, clock, routes } }: ResultContext,
): Promise<AttemptOutcome> {
  const isToBlame = testOutcome === undefined && watch.isToBlame(result, email.address)
  if (isToBlame && watch.trouble) {
    const { trouble } = watch
    const routeId = await routes.findFallback(email)
    return routeId === undefined
      ? waitForTransport(result, { email, ...trouble })
      : failOver(result, { ...trouble, routeId, now: clock.now() })
  }
  const outcome = outcomeOf(result, { email, now: clock.now(), chance: Math.random() })
  return testOutcome ? applyTestOutcome(outcome, testOutcome) : outcome
}

/** `localAddress` is there, if only as undefined, when a server was asked. */
type RecordContext = {
  email: ClaimedEmail
  tools: AttemptTools
  subject: string | null
  localAddress?: string | undefined
}

async function record(
  outcome: AttemptOutcome,
  { email, tools, subject, ...attempted }: RecordContext,
): Promise<AttemptOutcome> {
  const result = {
    ...outcome,
    projectId: email.project_id,
    emailId: email.id,
    contactId: email.contact_id,
    address: email.address,
    fence: email.fence,
    attempt: email.attempts,
    subject,
    transport: tools.transportLabel,
    via: 'localAddress' in attempted ? { ...tools.via, ...attempted } : undefined,
    isSimulated: isSimulated(email),
    at: tools.clock.now(),
  }
  const mayWait = email.lane === LANE_NUMBERS.marketing && tools.connections.used > 0
  const recorded = await tools.span.step('record', () => tools.recorder.record(result, { mayWait }))
  if (recorded === 'taken over') {
    tools.log.warn(
      { emailId: email.id, status: outcome.status },
      'the result of an email is dropped: another worker has claimed it',
    )
  }
  return recorded === 'refused' ? { ...outcome, status: 'FAILED' } : outcome
}

function outcomeOfError(
  error: unknown,
  { email, tools }: { email: ClaimedEmail; tools: AttemptTools },
): AttemptOutcome {
  const attempted = { email, now: tools.clock.now(), chance: Math.random() }
  if (error instanceof ObjectStoreError) return waitForObjectStore(attempted, error.message)
  if (!(error instanceof EmailComposeError)) {
    // A bug of ours. Retried and given up like any other failure, and not once a minute for ever.
    tools.log.error({ err: error, emailId: email.id }, 'an email could not be processed')
    return deferOrFail(attempted, { reply: null, reason: OWN_FAULT })
  }
  if (!error.isWorthRetrying) return { status: 'FAILED', reason: error.message }
  return deferOrFail(attempted, { reply: null, reason: error.message })
}

const OWN_FAULT = 'internal error; the log of the server has the details'

type HandOver = { testOutcome: TestOutcome | undefined; composed: ComposedEmail; tools: AttemptTools }

async function handOver(
  { testOutcome, composed, tools: { transport, inbox, span } }: HandOver,
  { startCheck, finalDot }: { startCheck: StartCheck; finalDot: FinalDot },
): Promise<SendResult> {
  const simulated =
    testOutcome === undefined || testOutcome === 'suppressed' ? undefined : simulateOutcome(testOutcome)
  if (simulated && simulated.kind !== 'accepted') {
    return (await startCheck.ask()) ? simulated : { kind: 'unsent' }
  }
  const route = simulated || isKeptHere(composed.envelope.to) ? inbox : transport
  const hooks = { canStart: () => startCheck.ask(), isLeaseHeld: () => finalDot.ask() }
  return span.step('hand over', () => route.send(composed.envelope, composed.bytes, hooks), {
    kind: 'client',
    describe: (result) => describeResult(result, route.name),
  })
}

/** Without the text of the reply, which often quotes the address. */
function describeResult(result: SendResult, transport: string): SpanEnd {
  const { reply, stage } = { reply: null, stage: undefined, ...result }
  return {
    attributes: {
      'lettermill.transport': transport,
      'lettermill.result': result.kind,
      'lettermill.stage': stage,
      'lettermill.reply.code': reply?.code,
      'lettermill.reply.enhanced_code': reply?.enhancedCode ?? undefined,
    },
    error: ['accepted', 'unsent'].includes(result.kind) ? undefined : result.kind,
  }
}

type StartCheck = {
  /** Whether the email may be started, asked when there is a connection for it. Never rejects. */
  ask(): Promise<boolean>
  /** The outcome of an email that must not be sent any more. @throws the error of the check, if it failed */
  stop(): AttemptOutcome | undefined
}

/** The last moment at which an email can be withdrawn: after it, the email is on the wire. */
function createStartCheck(email: ClaimedEmail, tools: AttemptTools): StartCheck {
  let stop: AttemptOutcome | undefined
  let failure: { error: unknown } | undefined
  return {
    async ask() {
      try {
        const changed = await tools.finalCheck.check(email, tools.leases.claimedAt(email.id))
        const mustStop = changed !== undefined && !changed.isWithdrawn
        stop = mustStop ? stopOutcomeOf({ ...email, ...changed, facts: changed }) : undefined
        if (changed?.isWithdrawn || stop) return false
        const hold = quietHold(email, tools.clock.now().getTime())
        stop = hold && holdOutcomeOf(hold)
        if (stop) return false
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

type FinalDot = {
  /** Whether to send the final dot. Resolves when the results of enough earlier emails are on disk. */
  ask(): Promise<boolean>
  /** The gate was closed first: the node stops, and the server has not accepted the email. */
  readonly wasHeldBack: boolean
  /** To be called once its own result is on disk, or there is none. */
  settle(): void
}

/**
 * Connections go on while the results of earlier emails are written, and wait with the final dot when too many of them
 * are not: a kill repeats at most as many emails (hand-over-gates.ts). If the database is unreachable for so long that
 * the server hangs up, the lease has expired too, and another worker sends the email.
 */
function createFinalDot({ id, lane }: ClaimedEmail, { unrecorded, leases }: AttemptTools): FinalDot {
  let wasHeldBack = false
  let release: (() => void) | undefined
  return {
    async ask() {
      // An email that is retried on a fresh connection keeps its place.
      release ??= await unrecorded.enter(laneOf(lane))
      wasHeldBack = release === undefined
      return !wasHeldBack && leases.isHeld(id)
    },
    get wasHeldBack() {
      return wasHeldBack
    },
    settle: () => release?.(),
  }
}
