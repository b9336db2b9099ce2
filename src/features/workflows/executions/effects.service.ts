// Carries out what the engine decided, in the transaction that saves the execution: so it is done exactly when the
// execution has gone on, and never twice.
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, EventId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { toDataChange, updateContact, withClearRefusals } from '../../contacts/index.ts'
import { acceptSeveral, dropWaitingMarketing } from '../../delivery/index.ts'
import type { NewCall } from '../../delivery/index.ts'
import { addToList, removeFromList } from '../../segments/index.ts'
import { neededValues } from '../../templates/index.ts'
import type { Effect, StartEvent } from '../engine/execution.ts'
import { eventValues } from '../event-values.ts'
import type { ReadyEmail, WantedEmail } from './email-contents.service.ts'
import type { ExecutionRow } from './execution-row.ts'
import { insertCalls, insertCauses, insertOwnEvents } from './executions.queries.ts'
import type { Cause, ContactOfExecution } from './executions.queries.ts'

/** An effect that could not be carried out: which step it belongs to, and why. */
export class EffectError extends Error {
  readonly executionId: string
  readonly stepId: string
  constructor(executionId: string, stepId: string, cause: unknown) {
    super('an effect of an execution could not be carried out', { cause })
    this.executionId = executionId
    this.stepId = stepId
  }
}

/** The content of an email has been deleted since it was made ready: it has to be made again. */
export class ContentGoneError extends Error {
  readonly wanted: WantedEmail
  constructor(wanted: WantedEmail) {
    super('the content of an email is gone')
    this.wanted = wanted
  }
}

export type Doing = {
  row: ExecutionRow
  contact: ContactOfExecution
  /** Of the execution, as it is after the step. */
  depth: number
  effects: readonly Effect[]
  emails: ReadonlyMap<Effect, { wanted: WantedEmail; ready: ReadyEmail }>
}

type Batch = { projectId: ProjectId; doings: readonly Doing[]; now: Date }

/** What an effect left to tell in the history. */
type Output = Record<string, unknown>
export type Outputs = Map<Effect, Output>

/** In each execution one after the other; in all of them the first ones first, so that their emails share a statement. */
export async function carryOut(trx: Trx, { projectId, doings, now }: Batch): Promise<Outputs> {
  const outputs: Outputs = new Map()
  const causes: Cause[] = []
  const most = Math.max(0, ...doings.map(({ effects }) => effects.length))
  for (let place = 0; place < most; place += 1) {
    const sending: One[] = []
    for (const doing of doings) {
      const effect = doing.effects[place]
      if (!effect) continue
      const one = { ...doing, projectId, effect, now }
      if (effect.type === 'sendEmail') sending.push(one)
      else await noteFailure(one, () => carryOutOne(trx, { ...one, outputs, causes }))
    }
    await sendEmails(trx, { sending, outputs, causes })
  }
  await insertCauses(trx, { projectId, causes, now })
  return outputs
}

type One = Doing & { projectId: ProjectId; effect: Effect; now: Date }
type Notes = { outputs: Outputs; causes: Cause[] }

async function noteFailure(one: One, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new EffectError(one.row.id, one.effect.stepId, error)
  }
}

async function carryOutOne(trx: Trx, one: One & Notes): Promise<void> {
  const { projectId, row, effect, depth, now, outputs, causes } = one
  const contactId = row.contact_id
  const ref = { projectId, contactId, now }
  const change = { id: contactId, depth: depth + 1 }
  switch (effect.type) {
    case 'updateContact': {
      const { data, subscribed } = effect
      const update = { ...ref, email: undefined, subscribed, data: toDataChange(data) }
      await withClearRefusals(() => updateContact(trx, update))
      if (subscribed === false) await dropWaitingMarketing(trx, { projectId, contactIds: [contactId], now })
      return void causes.push(change)
    }
    case 'addToSegment':
      await addToList(trx, { ...ref, segmentId: effect.segmentId as SegmentId })
      return void causes.push(change)
    case 'removeFromSegment':
      await removeFromList(trx, { ...ref, segmentId: effect.segmentId as SegmentId })
      return void causes.push(change)
    case 'trackEvent': {
      const id = newId<EventId>(now)
      const event = { id, contactId, name: effect.event, data: effect.data }
      await insertOwnEvents(trx, { projectId, events: [event], now })
      outputs.set(effect, { eventId: id })
      return void causes.push({ id, depth: effect.depth })
    }
    case 'callWebhook': {
      const id = newId<EventId>(now)
      await insertCalls(trx, { projectId, calls: [{ id, executionId: row.id, visit: effect.visit }], now })
      return void outputs.set(effect, { webhookId: id })
    }
    case 'sendEmail':
      throw new Error('emails are sent together')
  }
}

/** By the way that everybody's email goes. Who may not be written to gets a record that says so. */
async function sendEmails(trx: Trx, { sending, outputs, causes }: Notes & { sending: One[] }): Promise<void> {
  if (sending.length === 0) return
  const calls = sending.map(toCall)
  const results = await acceptSeveral(trx, calls)
  for (const [index, one] of sending.entries()) {
    const result = results[index]
    const id = calls[index]?.emails[0]?.id
    if (result?.status === 'rejected') throw new EffectError(one.row.id, one.effect.stepId, result.reason)
    const accepted = result?.value
    if (!accepted || !id) throw new ContentGoneError(emailOf(one).wanted)
    const [{ status, reason } = { status: 'QUEUED', reason: null }] = accepted
    outputs.set(one.effect, { emailId: id, status, ...(reason !== null && { reason }) })
    causes.push({ id, depth: one.depth + 1 })
  }
}

function emailOf({ emails, effect }: One): { wanted: WantedEmail; ready: ReadyEmail } {
  const email = emails.get(effect)
  if (!email) throw new Error('an email was sent before it was ready')
  return email
}

function toCall(one: One): NewCall {
  const { projectId, row, contact, effect, now } = one
  const to = effect.type === 'sendEmail' ? effect.config.to : undefined
  const other = to && to !== 'contact' ? to : undefined
  const id = newId<EmailId>(now)
  return callOf({ projectId, id, contact, ready: emailOf(one).ready, other, event: row.event, now })
}

type Calling = {
  projectId: ProjectId
  id: EmailId
  contact: ContactOfExecution
  ready: ReadyEmail
  /** An address that gets it instead of the contact. */
  other: string | undefined
  event: StartEvent | null
  now: Date
}

/** A colleague gets a copy of what the contact would get: no contact is made of the address, and it cannot unsubscribe. */
function callOf({ projectId, id, contact, ready, other, event, now }: Calling): NewCall {
  const isMarketing = ready.isMarketing && other === undefined
  return {
    variables: neededValues(eventValues(event), ready.variables),
    emails: [
      {
        projectId,
        id,
        contentId: ready.content.id,
        address: other ?? contact.email,
        contactAddress: contact.email,
        isCopy: other !== undefined,
        contactName: null,
        lane: isMarketing ? 'marketing' : 'transactional',
        source: 'WORKFLOW',
        templateId: ready.templateId,
        messageId: null,
        recipients: other === undefined ? null : { to: [{ email: other, name: null }], cc: [] },
        tags: [],
        scheduledFor: null,
        now,
      },
    ],
  }
}
