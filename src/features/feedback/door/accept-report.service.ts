// Accepts a report: proves it, finds the emails that it is about, and stores both in one transaction before the provider gets
// its answer. The effects come afterwards (reports.work.ts), so that a report of 10,000 events is answered in time.
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import type { ProviderEvent } from '../../../platform/email/feedback/providers/provider-event.ts'
import { isObject } from '../../../platform/email/feedback/providers/json-values.ts'
import { readSesEvents } from '../../../platform/email/feedback/providers/ses.ts'
import type { SnsMessage } from '../../../platform/email/feedback/providers/sns-message.ts'
import { insertReports, insertUnmatched, noteRefusal, noteReport, useReportToken } from './doors.queries.ts'
import type { DoorRow } from './doors.queries.ts'
import { readProofs, setProofs } from './doors.service.ts'
import { createEventMatcher } from './match-events.service.ts'
import type { MatchedEvents } from './match-events.service.ts'
import { readProviderReportTask } from './provider-report.threads.ts'
import { createSns } from './sns.service.ts'
import { createUnmatchedCounter } from './unmatched.service.ts'
import type { Sns } from './sns.service.ts'

export type ReportRequest = {
  door: DoorRow
  provider: Provider
  raw: Buffer
  headers: Record<string, string>
}

/** @throws AppError */
export type ReportAcceptor = (request: ReportRequest) => Promise<{ events: number; matched: number }>

/** The largest message of SNS. */
const LONGEST_SNS_MESSAGE = 262_144
// A lane has one thread at a time, so the other is free for templates.
const LANE = 'provider reports'

const refused = (message: string) =>
  new AppError('FORBIDDEN', {
    message,
    suggestion: 'docs/providers.md says how the reports of each provider are proven.',
  })
const unreadable = (message: string) => new AppError('INVALID_REQUEST_BODY', { message })

export function createReportAcceptor(deps: Deps, sns: Sns = createSns(deps)): ReportAcceptor {
  const { clock, database } = deps
  const read = createReportReader(deps, sns)
  const match = createEventMatcher(deps)
  const unmatchedCounter = createUnmatchedCounter(deps)
  return async (request) => {
    const { door, provider } = request
    const { parts, usedToken } = await read(request)
    const found: MatchedEvents[] = []
    for (const part of parts) {
      found.push(await match(JSON.parse(part) as ProviderEvent[], door.transport_id))
      await heavyTurn(door.id)
    }
    const now = clock.now()
    await inTransaction(database.db, async (trx) => {
      if (usedToken !== null && !(await useReportToken(trx, { doorId: door.id, token: usedToken, now }))) {
        throw refused('This report was received before.')
      }
      for (const { matched, unmatched } of found) {
        await insertReports(trx, { doorId: door.id, provider, matched, now })
        const left = await insertUnmatched(trx, { doorId: door.id, provider, events: unmatched, now })
        if (left > 0) unmatchedCounter.add({ provider }, left)
      }
      await noteReport(trx, { id: door.id, now })
    })
    const matched = found.reduce((sum, one) => sum + one.matched.length, 0)
    return { events: matched + found.reduce((sum, one) => sum + one.unmatched.length, 0), matched }
  }
}

/** `parts`: the events as JSON. `usedToken`: a token that proves only one request. */
type ReadReport = { parts: readonly string[]; usedToken: string | null }

/** Proves a report, and reads it. A refusal is noted, so that the owner of the door learns of it. */
function createReportReader(deps: Deps, sns: Sns): (request: ReportRequest) => Promise<ReadReport> {
  const { clock, database, log, secrets, threads } = deps

  const readSns = async (message: SnsMessage, door: DoorRow): Promise<ProviderEvent[]> => {
    const now = clock.now()
    /** The topic that this door is subscribed to, if it is known. */
    const { 'sns-topic': topic } = readProofs(secrets, door)
    if (topic !== undefined && topic !== message.topicArn) {
      throw refused('The message is of another topic than the one that this door was subscribed to.')
    }
    const verdict = await sns.verify(message, now)
    if (verdict.status === 'refused') throw refused(verdict.message)
    if (verdict.status === 'unavailable') {
      throw new AppError('SERVICE_UNAVAILABLE', { message: verdict.message })
    }
    if (message.type === 'SubscriptionConfirmation') {
      const problem = await sns.confirm(message)
      if (problem !== undefined) throw refused(problem)
      log.info({ topic: message.topicArn }, 'the feedback door is subscribed to a topic of Amazon SNS')
    }
    // The first topic that knows the token is the one; a later one would be a stranger who has seen the URL.
    if (topic === undefined) {
      await setProofs(
        { db: database.db, secrets },
        { id: door.id, proofs: { 'sns-topic': message.topicArn } },
      )
    }
    return message.type === 'Notification' ? eventsOf(message) : []
  }

  const read = async ({ door, provider, raw, headers }: ReportRequest) => {
    const proofs = readProofs(secrets, door)
    const request = { provider, raw, headers, proofs, now: clock.now() }
    const result = await threads.run(readProviderReportTask, request, { lane: LANE })
    if (result.status === 'read') return result
    if (result.status === 'sns') {
      return { parts: [JSON.stringify(await readSns(result.message, door))], usedToken: null }
    }
    throw result.why === 'unproven' ? refused(result.message) : unreadable(result.message)
  }

  return async (request) => {
    try {
      return await read(request)
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') {
        await noteRefusal(database.db, { id: request.door.id, refusal: error.message, now: clock.now() })
      }
      throw error
    }
  }
}

/** A notification that is none of SES, such as a test of the topic, has no events. */
function eventsOf({ message }: SnsMessage): ProviderEvent[] {
  if (message.length > LONGEST_SNS_MESSAGE) throw unreadable('The message is longer than Amazon SNS allows.')
  try {
    const json: unknown = JSON.parse(message)
    return isObject(json) ? readSesEvents(json) : []
  } catch {
    return []
  }
}
