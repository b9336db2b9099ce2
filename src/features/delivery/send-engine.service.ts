// The engine that sends accepted email; a node runs several, each in a thread of its own (threads/). It claims due
// emails into a short queue and hands each to the transport; an email gets its final dot only when the result of the
// last one on its connection is on disk. A wake-up (NOTIFY) is only a hint; polling finds everything anyway. A kill at
// any line loses nothing: the emails it had claimed fall due again when its leases expire.
import { createAlarm } from '../../platform/concurrency/alarm.ts'
import type { Alarm } from '../../platform/concurrency/alarm.ts'
import type { Deps } from '../../platform/deps.ts'
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'
import { createClaimedEmails } from './queue/claimed-emails.service.ts'
import { watchConnections, watchTrouble } from './transports/connection-metrics.ts'
import type { TransportState } from './transports/connection-metrics.ts'
import { attemptEmail } from './attempt.service.ts'
import type { AttemptTools } from './attempt.service.ts'
import { POLL_MS } from './queue/due-emails.service.ts'
import { watchTransport } from './transports/transport-alarm.service.ts'
import { createInboxTransport, INBOX } from './transports/inbox-transport.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import { createHandOverGates } from './hand-over-gates.ts'
import type { HandOverGates } from './hand-over-gates.ts'
import { listenForEmail } from './queue/email-signal.ts'
import { createFinalCheck } from './queue/final-check.service.ts'
import { createRecorder } from './record/record.service.ts'

// Per connection: one on the wire, and one being composed or recorded. Without the second the processor idled during
// commits, and half as many emails were sent.
const EMAILS_PER_CONNECTION = 2

// Five emails with the largest attachments, or thousands of ordinary ones.
export const MOST_BYTES = 256 * 1_048_576

export type LocalEngine = {
  /** Stops claiming, releases emails that have not started, and waits for those on the wire. */
  stop(): Promise<void>
}

export type SendEngine = LocalEngine & {
  /** These projects have new email; an empty list stands for any project. */
  notifyNewEmail(projectIds: readonly ProjectId[]): void
  /** Email of these projects may have been withdrawn; an empty list stands for any project. */
  notifyWithdrawal(projectIds: readonly ProjectId[]): void
  readonly state: TransportState
}

export type SendEngineParts = {
  transport: Transport
  /** Identifies its leases. */
  owner: string
  /** Limit the emails on connections, and those whose result is not on disk yet. */
  gates: HandOverGates
  /** Limits the bytes of emails that are being composed or wait for a connection. */
  memory: Gate
  /** How long the facts of a claim are trusted; see createFinalCheck. */
  freshMs?: number | undefined
}

/** Starts an engine in the calling thread, with its own listener for new email. */
export async function startLocalEngine(
  deps: Deps,
  transport: Transport,
  options: Pick<SendEngineParts, 'freshMs'> = {},
): Promise<LocalEngine> {
  watchConnections(deps.metrics, () => [transport.limit])
  const engine = startSendEngine(deps, {
    transport,
    owner: crypto.randomUUID(),
    gates: createHandOverGates(transport.limit.most),
    memory: createGate(MOST_BYTES),
    ...options,
  })
  watchTrouble(deps.metrics, deps.clock, () => [engine.state])
  const signal = await listenForEmail(deps.database, {
    log: deps.log,
    onEmail: (projectIds) => engine.notifyNewEmail(projectIds),
    onWithdrawn: (projectIds) => engine.notifyWithdrawal(projectIds),
  })
  return {
    async stop() {
      await engine.stop()
      await signal.close()
    },
  }
}

export function startSendEngine(deps: Deps, parts: SendEngineParts): SendEngine {
  const { transport, owner, gates, memory, freshMs } = parts
  const { database, log, clock, config } = deps
  // Email that stays on this machine needs no limit: a developer trying things out should not wait.
  const ratePerSecond = transport.name === INBOX ? 0 : config.SEND_RATE_PER_SECOND
  const claimed = createClaimedEmails({ ...deps, owner, transport: transport.name, ratePerSecond })
  const recorder = createRecorder({ ...deps, owner })
  const finalCheck = createFinalCheck({ ...deps, owner, freshMs })
  const inbox = createInboxTransport({ db: database.db, clock })
  const composer = createEmailComposer(deps)
  const alarms = watchTransport({ ...deps, owner, routeId: INSTANCE_ROUTE, transport: transport.name })
  const { watch } = alarms
  const shared = { ...gates, transport, watch, memory, clock, log }
  const tools = { ...shared, inbox, composer, recorder, leases: claimed.leases, finalCheck }
  const attempt = createAttempt(deps, { tools, giveBack: (email) => claimed.giveBack(email) })
  const alarm = createAlarm()
  const slots = createAttemptSlots({ tools, alarm, next: () => claimed.next(), attempt })
  let isStopping = false
  /** How long to send nothing. */
  const restMs = (): number => {
    const { current, isUsedByOthers } = transport.limit
    // Other threads have connections, perhaps all that the server allows.
    if (current === 0 || (isUsedByOthers && watch.trouble?.isUnreachable)) watch.works()
    return current === 0 ? POLL_MS : watch.restMs()
  }
  /** Other workers may have what is not begun while this one rests. */
  const rest = async (): Promise<void> => {
    await claimed.release()
    await alarm.wait(Math.min(POLL_MS, restMs()))
  }

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      if (restMs() > 0) {
        await rest()
        continue
      }
      const waitMs = await claimed.fill(watch.trouble ? 1 : transport.limit.current)
      slots.begin()
      // With nothing found, or no room, wait for a finished email, a wake-up, or the next poll.
      if (waitMs > 0) await alarm.wait(waitMs)
    }
  }

  const looping = loop()
  return {
    get state() {
      return { transport: transport.name, since: watch.trouble?.since.getTime() }
    },
    notifyNewEmail(projectIds) {
      claimed.notifyNewEmail(projectIds)
      alarm.ring()
    },
    notifyWithdrawal: (projectIds) => finalCheck.invalidate(projectIds),
    async stop() {
      isStopping = true
      alarm.ring()
      await looping
      memory.close()
      gates.connections.close()
      gates.unrecorded.close()
      const closing = transport.close()
      await claimed.release()
      await slots.finished()
      await claimed.close()
      await closing
      await alarms.close()
    },
  }
}

type AttemptSlotsParts = {
  tools: Pick<AttemptTools, 'transport' | 'watch'>
  /** Rung when an email has ended. */
  alarm: Alarm
  next: () => ClaimedEmail | undefined
  attempt: (email: ClaimedEmail) => Promise<void>
}

/** The emails that are under way: as many as there are connections for, and a single one to try a transport that failed. */
function createAttemptSlots({ tools: { transport, watch }, alarm, next, attempt }: AttemptSlotsParts) {
  const running = new Set<Promise<void>>()
  let isProbing = false
  const hasRoom = (): boolean =>
    watch.trouble ? !isProbing : running.size < EMAILS_PER_CONNECTION * transport.limit.current

  return {
    begin(): void {
      while (hasRoom()) {
        const email = next()
        if (!email) return
        const isProbe = watch.trouble !== undefined
        isProbing ||= isProbe
        const one = attempt(email).finally(() => {
          if (isProbe) isProbing = false
          running.delete(one)
          alarm.ring()
        })
        running.add(one)
      }
    },
    async finished(): Promise<void> {
      await Promise.all(running)
    },
  }
}

/** One email, from the claim to its recorded result. Never rejects. */
function createAttempt(
  { metrics, log }: Deps,
  { tools, giveBack }: { tools: AttemptTools; giveBack: (email: ClaimedEmail) => void },
): (email: ClaimedEmail) => Promise<void> {
  const emails = metrics.counter('lettermill_emails_total', 'Attempts to send an email, by result.')
  return async (email) => {
    try {
      const outcome = await attemptEmail(email, tools)
      if (!outcome) return giveBack(email)
      const { status, class: refusal, reason } = outcome
      emails.add({ status: status.toLowerCase() })
      // Not the recipient's fault but ours: reputation, authentication, content. Only the operator can fix it.
      if (refusal === 'policy') log.warn({ emailId: email.id, reason }, 'a receiver rejects our email')
    } catch (error) {
      // The database is away, or worse. The email stays claimed and falls due again when its lease ends.
      log.error({ err: error, emailId: email.id }, 'an email stays claimed until its lease expires')
    }
    tools.leases.drop(email.id)
  }
}
