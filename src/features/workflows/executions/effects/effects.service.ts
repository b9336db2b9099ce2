// Carries out what the engine decided, in the transaction that saves the execution: so it is done exactly when the
// execution has gone on, and never twice.
import type { Trx } from '../../../../platform/db/client.ts'
import { newId } from '../../../../platform/ids.ts'
import type { EventId, ProjectId, SegmentId } from '../../../../platform/ids.ts'
import { toDataChange, updateContacts, mapConstraintErrors } from '../../../contacts/index.ts'
import { dropWaitingMarketing } from '../../../delivery/index.ts'
import { addToList, removeFromList } from '../../../segments/index.ts'
import { ContentGoneError, EffectError } from './effect-errors.ts'
import type { Doing, EffectType, Group, OneOf, Outputs } from './effect-group.ts'
import { insertCalls, insertCauses, insertOwnEvents } from '../executions.queries.ts'
import type { Cause } from '../executions.queries.ts'
import { sendEmails } from './send-emails.service.ts'

type Carriers = { [Type in EffectType]: (trx: Trx, group: Group<Type>) => Promise<void> }

/** Each in one statement for the whole group, or a few. */
const CARRIERS: Carriers = {
  sendEmail: sendEmails,
  updateContact: changeContacts,
  addToSegment: (trx, group) => moveContacts(trx, group, addToList),
  removeFromSegment: (trx, group) => moveContacts(trx, group, removeFromList),
  trackEvent: recordEvents,
  callWebhook: noteCalls,
}

type Batch = { projectId: ProjectId; doings: readonly Doing[]; now: Date }

/** In each execution one after the other; in all of them the first ones first, so that those of a type share a statement. */
export async function carryOut(trx: Trx, { projectId, doings, now }: Batch): Promise<Outputs> {
  const shared = { projectId, now, outputs: new Map() as Outputs, causes: [] as Cause[] }
  const most = Math.max(0, ...doings.map(({ effects }) => effects.length))
  for (let place = 0; place < most; place += 1) {
    const ones = doings.flatMap((doing) => {
      const effect = doing.effects[place]
      return effect ? [{ ...doing, effect }] : []
    })
    for (const [type, group] of Map.groupBy(ones, ({ effect }) => effect.type)) {
      // What is grouped by its type has that type, which the compiler cannot follow.
      const carry = CARRIERS[type] as (trx: Trx, group: object) => Promise<void>
      await noteFailure(group, () => carry(trx, { ...shared, group }))
    }
  }
  await insertCauses(trx, { projectId, causes: shared.causes, now })
  return shared.outputs
}

/** What is refused in a group is nobody's in particular; the runner then tries each of its executions alone. */
async function noteFailure(group: readonly OneOf<EffectType>[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [one, ...others] = group
    const isKnown = error instanceof EffectError || error instanceof ContentGoneError
    if (!one || others.length > 0 || isKnown) throw error
    throw new EffectError(one.row.id, one.effect.stepId, error)
  }
}

const contactIdsOf = (group: readonly Doing[]) => group.map(({ row }) => row.contact_id)

const changesOf = (group: readonly Doing[]): Cause[] =>
  group.map(({ row, depth }) => ({ id: row.contact_id, depth: depth + 1 }))

async function changeContacts(
  trx: Trx,
  { group, projectId, now, causes }: Group<'updateContact'>,
): Promise<void> {
  const changes = group.map(({ row, effect: { data, subscribed } }) => ({
    contactId: row.contact_id,
    email: undefined,
    subscribed,
    data: toDataChange(data),
  }))
  await mapConstraintErrors(() => updateContacts(trx, { projectId, changes, now }))
  const leaving = contactIdsOf(group.filter(({ effect }) => effect.subscribed === false))
  if (leaving.length > 0) await dropWaitingMarketing(trx, { projectId, contactIds: leaving, now })
  causes.push(...changesOf(group))
}

type Moving = Omit<Group<'addToSegment'>, 'group'> & {
  group: readonly (OneOf<'addToSegment'> | OneOf<'removeFromSegment'>)[]
}

async function moveContacts(
  trx: Trx,
  { group, projectId, now, causes }: Moving,
  move: typeof addToList,
): Promise<void> {
  for (const [segmentId, moved] of Map.groupBy(group, ({ effect }) => effect.segmentId as SegmentId)) {
    await move(trx, { projectId, segmentId, contactIds: contactIdsOf(moved), now })
  }
  causes.push(...changesOf(group))
}

async function recordEvents(
  trx: Trx,
  { group, projectId, now, outputs, causes }: Group<'trackEvent'>,
): Promise<void> {
  const events = group.map(({ row, effect }) => {
    const id = newId<EventId>(now)
    outputs.set(effect, { eventId: id })
    causes.push({ id, depth: effect.depth })
    return { id, contactId: row.contact_id, name: effect.event, data: effect.data }
  })
  await insertOwnEvents(trx, { projectId, events, now })
}

/** They are made after the commit. */
async function noteCalls(trx: Trx, { group, projectId, now, outputs }: Group<'callWebhook'>): Promise<void> {
  const calls = group.map(({ row, effect }) => {
    const id = newId<EventId>(now)
    outputs.set(effect, { webhookId: id })
    return { id, executionId: row.id, visit: effect.visit }
  })
  await insertCalls(trx, { projectId, calls, now })
}
