// The engine that sends accepted email by one transport; a node runs several (engines.service.ts), in threads of their
// own (threads/). It claims due emails into a short queue and hands each to the transport; an email gets its final dot
// only when enough results of earlier ones are on disk (hand-over-gates.ts). A wake-up (NOTIFY) is only a hint; polling finds everything anyway. A kill at
// any line loses nothing: the emails it had claimed fall due again when its leases expire.
import { createAlarm } from '../../platform/concurrency/alarm.ts'
import type { Alarm } from '../../platform/concurrency/alarm.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { ProjectId, TransportId } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { nameOf, NO_SPAN } from '../../platform/tracing/span.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'
import { createClaimedEmails } from './queue/claimed-emails.service.ts'
import type { ClaimedEmails, Room } from './queue/claimed-emails.service.ts'
import type { TransportState } from './transports/connection-metrics.ts'
import type { Receiver, Trouble } from './transports/transport-watch.ts'
import { attemptEmail } from './attempt.service.ts'
import type { AttemptTools } from './attempt.service.ts'
import { POLL_MS } from './queue/due-emails.service.ts'
import { watchTransport } from './transports/transport-alarm.service.ts'
import { createInboxTransport } from './transports/inbox-transport.ts'
import type { EmailComposer } from './compose/email-composer.service.ts'
import { createEmailRoutes } from './email-routes.service.ts'
import type { HandOverGates } from './hand-over-gates.ts'
import { describeOutcome, startAttemptSpan } from './queue/attempt-span.ts'
import { decideHolds } from './holds/holds.service.ts'
import type { FindDestinationRoute } from './mx/destination-routes.service.ts'
import type { Lane } from './queue/retry-schedule.ts'
import { createFinalCheck } from './queue/final-check.service.ts'
import { moveToFallback } from './routes.queries.ts'
import { createRecorder } from './record/record.service.ts'

// Per connection: one on the wire, and one being composed. Without the second the processor idled during commits, and
// half as many emails were sent. Those that only wait for their result to be stored do not count.
const EMAILS_PER_CONNECTION = 2

/** The transport of an engine, or one of its destinations. */
export type EngineRoute = {
  id: number
  /** The route of its transport, if it is that of a destination. */
  transportRouteId?: number | undefined
  transport: Transport
  /** Names the buckets of the rate, which all destinations of a transport share; the name of the transport if not given. */
  bucket?: string | undefined
  /** Emails per second and project; 0 = no limit. */
  ratePerSecond: number
  composer: EmailComposer
  /** The transport of a project, also for its destinations. */
  transportId?: TransportId | undefined
  /** The project that the transport belongs to; undefined for MAIL_TRANSPORT. */
  projectId?: ProjectId | undefined
  /** Only for own delivery. */
  findDestination?: FindDestinationRoute | undefined
  /** Only for a destination of own delivery. */
  receiver?: (Receiver & { trouble: Trouble | undefined }) | undefined
  /** How much may be sent now; without a limit if not given. */
  reserve?: (() => Promise<Room>) | undefined
  /** How often it scans the queue; see createDueEmails. */
  pollMs?: number | undefined
}

export type SendEngine = {
  /** Stops claiming, releases emails that have not started, and waits for those on the wire. */
  stop(): Promise<void>
  /** These projects have new email; an empty list stands for any project. */
  notifyNewEmail(projectIds: readonly ProjectId[]): void
  /** Email of these projects may have been withdrawn; an empty list stands for any project. */
  notifyWithdrawal(projectIds: readonly ProjectId[]): void
  readonly state: TransportState
  /** How long it sends nothing, because its transport does not work; 0 while it does. */
  restMs(): number
}

export type SendEngineParts = {
  route: EngineRoute
  /** Emails were moved to the queue of this route. */
  onMoved: (routeId: number) => void
  /** Identifies its leases. */
  owner: string
  /** Limit the emails on connections, and those whose result is not on disk yet. */
  gates: HandOverGates
  /** Limits the bytes of emails that are being composed or wait for a connection. */
  memory: Gate
  /** How long the facts of a claim are trusted; see createFinalCheck. */
  freshMs?: number | undefined
}

export function startSendEngine(deps: Deps, parts: SendEngineParts): SendEngine {
  const { route, gates, memory } = parts
  const { transport } = route
  const { claimed, alarms } = createQueueParts(deps, parts)
  const { watch } = alarms
  const tools = createTools(deps, { ...parts, leases: claimed.leases, watch })
  const attempt = createAttempt(deps, { tools, claimed })
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
  const fallBack = createFallBack(deps, parts)
  /** Other workers and transports may have what is not begun while this one rests. */
  const rest = async (): Promise<void> => {
    await claimed.release()
    await fallBack(ALL_LANES)
    await alarm.wait(Math.min(POLL_MS, restMs()))
  }
  const findRoom = createFindRoom(route, fallBack)

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      if (restMs() > 0) {
        await rest()
        continue
      }
      const waitMs = await claimed.fill(watch.trouble ? 1 : transport.limit.current, await findRoom())
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
    notifyWithdrawal: (projectIds) => tools.finalCheck.invalidate(projectIds),
    restMs,
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

/** The claimed emails of an engine, and its view of whether the transport works. */
function createQueueParts(deps: Deps, { route, owner, onMoved }: SendEngineParts) {
  const { id: routeId, transport, bucket = transport.name, ratePerSecond, pollMs = POLL_MS, receiver } = route
  const about = { ...deps, owner, routeId }
  return {
    claimed: createClaimedEmails({
      ...about,
      transport: bucket,
      ratePerSecond,
      pollMs,
      onMoved,
      decideHolds: (emails) => decideHolds(deps, emails),
    }),
    alarms: watchTransport({ ...about, transport: transport.name, receiver, trouble: receiver?.trouble }),
  }
}

/** How much may be sent now. Other transports may have what this one may not send today. */
function createFindRoom(
  { reserve }: EngineRoute,
  fallBack: (lanes: readonly Lane[]) => Promise<void>,
): () => Promise<Room | undefined> {
  return async () => {
    const room = await reserve?.()
    if (room?.marketing === 0) await fallBack(room.all === 0 ? ALL_LANES : ['marketing'])
    return room
  }
}

type ToolsParts = SendEngineParts & Pick<AttemptTools, 'leases' | 'watch'>

function createTools(
  deps: Deps,
  { route, owner, gates, memory, freshMs, leases, watch }: ToolsParts,
): AttemptTools {
  const { id: routeId, transportRouteId = routeId, transport, composer, findDestination, receiver } = route
  const { database, clock, log } = deps
  return {
    ...gates,
    transport,
    transportLabel: transportRouteId === INSTANCE_ROUTE ? undefined : transport.name,
    via: { transportId: route.transportId, destination: receiver?.name },
    routes: createEmailRoutes({
      db: database.db,
      clock,
      composer,
      routeId,
      transportRouteId,
      findDestination,
    }),
    watch,
    inbox: createInboxTransport({ db: database.db, clock, objects: deps.objects }),
    composer,
    recorder: createRecorder({ ...deps, owner, gathered: gates.resultsToGather }),
    leases,
    finalCheck: createFinalCheck({ ...deps, owner, freshMs }),
    memory,
    clock,
    log,
    span: NO_SPAN,
  }
}

const ALL_LANES: readonly Lane[] = ['transactional', 'marketing']

// Some thousand emails per second, because an engine rests for half a second at a time.
const MOST_MOVED = 1_000

/** Moves waiting email of a transport that does not work to others that do. */
function createFallBack(
  { database, log }: Deps,
  { route: { id: routeId, transportRouteId = routeId, projectId }, onMoved }: SendEngineParts,
): (lanes: readonly Lane[]) => Promise<void> {
  return async (lanes) => {
    if (projectId === undefined) return
    try {
      const moved = await moveToFallback(database.db, {
        projectId,
        routeId,
        transportRouteId,
        lanes,
        most: MOST_MOVED,
      })
      for (const to of moved) onMoved(to)
    } catch (error) {
      log.warn({ err: error }, 'email of a transport that does not work could not be moved to another one')
    }
  }
}

type AttemptSlotsParts = {
  tools: Pick<AttemptTools, 'transport' | 'watch' | 'mostUnrecorded'>
  /** Rung when an email has ended. */
  alarm: Alarm
  next: () => ClaimedEmail | undefined
  attempt: Attempt
}

/** The emails that are under way: as many as there are connections for, and a single one to try a transport that failed. */
function createAttemptSlots({ tools, alarm, next, attempt }: AttemptSlotsParts) {
  const { transport, watch, mostUnrecorded } = tools
  const running = new Set<Promise<void>>()
  /** Those of them that the server has answered. */
  let answered = 0
  let isProbing = false
  const hasRoom = (): boolean =>
    watch.trouble
      ? !isProbing
      : running.size - Math.min(answered, mostUnrecorded) < EMAILS_PER_CONNECTION * transport.limit.current

  return {
    begin(): void {
      while (hasRoom()) {
        const email = next()
        if (!email) return
        const isProbe = watch.trouble !== undefined
        isProbing ||= isProbe
        let isAnswered = false
        const onAnswered = () => {
          isAnswered = true
          answered += 1
          alarm.ring()
        }
        const one = attempt(email, onAnswered).finally(() => {
          if (isProbe) isProbing = false
          if (isAnswered) answered -= 1
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

export const countAttempts = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter('lettermill_emails_total', 'Attempts to send an email, by result.')

/** One email, from the claim to its recorded result. Never rejects. */
type Attempt = (email: ClaimedEmail, onAnswered: () => void) => Promise<void>

function createAttempt(
  deps: Deps,
  { tools, claimed }: { tools: AttemptTools; claimed: ClaimedEmails },
): Attempt {
  const { metrics, log } = deps
  const emails = countAttempts(metrics)
  return async (email, onAnswered) => {
    const span = startAttemptSpan(deps, email, tools.leases.claimedAt(email.id))
    try {
      const outcome = await attemptEmail(email, { ...tools, ...(span && { span }), onAnswered })
      span?.end(describeOutcome(outcome))
      if (!outcome) return claimed.giveBack(email)
      if (outcome.status === 'MOVED') return claimed.moveTo(outcome.routeId, email)
      const { status, class: refusal, reason } = outcome
      emails.add({ status: status.toLowerCase() })
      // Not the recipient's fault but ours: reputation, authentication, content. Only the operator can fix it.
      if (refusal === 'policy') log.warn({ emailId: email.id, reason }, 'a receiver rejects our email')
    } catch (error) {
      span?.end({ error: nameOf(error) })
      // The database is away, or worse. The email stays claimed and falls due again when its lease ends.
      log.error({ err: error, emailId: email.id }, 'an email stays claimed until its lease expires')
    }
    tools.leases.drop(email.id)
  }
}
