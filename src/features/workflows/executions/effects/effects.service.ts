// Applies the effects that the engine decided, in the transaction that saves the execution: so each is applied exactly once.
import type { Trx } from '../../../../platform/db/client.ts'
import { newId } from '../../../../platform/ids.ts'
import type { EventId, ProjectId, SegmentId } from '../../../../platform/ids.ts'
import { toDataChange, updateContacts, mapConstraintErrors } from '../../../contacts/index.ts'
import { dropWaitingMarketing } from '../../../delivery/index.ts'
import { addToList, removeFromList } from '../../../segments/index.ts'
import { ContentGoneError, EffectError } from './effect-group.ts'
import type { EffectOf, EffectType, ExecutionEffects, Group, Outputs } from './effect-group.ts'
import { insertCalls, insertCauses, insertTrackedEvents } from '../executions.queries.ts'
import type { Cause } from '../executions.queries.ts'
import { sendEmails } from './send-emails.service.ts'

/** Each handles the whole group in one statement, or a few. */
const HANDLERS: { [Type in EffectType]: (trx: Trx, group: Group<Type>) => Promise<void> } = {
  sendEmail: sendEmails,
  updateContact: changeContacts,
  addToSegment: (trx, group) => changeSegments(trx, group, addToList),
  removeFromSegment: (trx, group) => changeSegments(trx, group, removeFromList),
  trackEvent: recordEvents,
  callWebhook: queueCalls,
}

type Batch = { projectId: ProjectId; executions: readonly ExecutionEffects[]; now: Date }

/** Applies the first effects of all executions, then the second ones, and so on, so that effects of a type share a statement. */
export async function applyEffects(trx: Trx, { projectId, executions, now }: Batch): Promise<Outputs> {
  const shared = { projectId, now, outputs: new Map() as Outputs, causes: [] as Cause[] }
  const most = Math.max(0, ...executions.map(({ effects }) => effects.length))
  for (let index = 0; index < most; index += 1) {
    const ones = executions.flatMap((execution) => {
      const effect = execution.effects[index]
      return effect ? [{ ...execution, effect }] : []
    })
    for (const [type, group] of Map.groupBy(ones, ({ effect }) => effect.type)) {
      // The compiler cannot follow that a group has the type it was grouped by.
      const handler = HANDLERS[type] as (trx: Trx, group: object) => Promise<void>
      await asEffectError(group, () => handler(trx, { ...shared, group }))
    }
  }
  await insertCauses(trx, { projectId, causes: shared.causes, now })
  return shared.outputs
}

/** A failure in a larger group belongs to no single execution; the runner then retries each of them alone. */
async function asEffectError(
  group: readonly EffectOf<EffectType>[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [one, ...others] = group
    const isKnown = error instanceof EffectError || error instanceof ContentGoneError
    if (!one || others.length > 0 || isKnown) throw error
    throw new EffectError(one.row.id, one.effect.stepId, error)
  }
}

const contactIdsOf = (group: readonly ExecutionEffects[]) => group.map(({ row }) => row.contact_id)

const changesOf = (group: readonly ExecutionEffects[]): Cause[] =>
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
    source: { kind: 'workflow' as const, id: row.workflow_id },
  }))
  await mapConstraintErrors(() => updateContacts(trx, { projectId, changes, now }))
  const leaving = contactIdsOf(group.filter(({ effect }) => effect.subscribed === false))
  if (leaving.length > 0) await dropWaitingMarketing(trx, { projectId, contactIds: leaving, now })
  causes.push(...changesOf(group))
}

type SegmentChange = Omit<Group<'addToSegment'>, 'group'> & {
  group: readonly (EffectOf<'addToSegment'> | EffectOf<'removeFromSegment'>)[]
}

async function changeSegments(
  trx: Trx,
  { group, projectId, now, causes }: SegmentChange,
  change: typeof addToList,
): Promise<void> {
  for (const [segmentId, moved] of Map.groupBy(group, ({ effect }) => effect.segmentId as SegmentId)) {
    await change(trx, { projectId, segmentId, contactIds: contactIdsOf(moved), now })
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
  await insertTrackedEvents(trx, { projectId, events, now })
}

/** The calls are made after the commit. */
async function queueCalls(trx: Trx, { group, projectId, now, outputs }: Group<'callWebhook'>): Promise<void> {
  const calls = group.map(({ row, effect }) => {
    const id = newId<EventId>(now)
    outputs.set(effect, { webhookId: id })
    return { id, executionId: row.id, visit: effect.visit }
  })
  await insertCalls(trx, { projectId, calls, now })
}
