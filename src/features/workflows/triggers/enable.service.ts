// Activates and deactivates workflows when they are enabled, saved while enabled, or disabled: their triggers, the events
// they listen to, their schedule, and the records that must not be deleted. In the transaction of the change.
import type { Trx } from '../../../platform/db/client.ts'
import { fieldPath, invalidFields } from '../../../platform/errors.ts'
import { readId } from '../../../platform/ids.ts'
import type { ProjectId, SegmentId, TemplateId } from '../../../platform/ids.ts'
import type { OrderedPath } from '../../filters/index.ts'
import { saveGoal } from '../../goals/index.ts'
import { lockSegmentShared, replaceTriggerRange } from '../../segments/index.ts'
import {
  couponKeysIn,
  holdTemplates,
  listKnownTemplates,
  listTemplateTopics,
  recordCouponUses,
  recordPartialUses,
  unknownTemplate,
} from '../../templates/index.ts'
import { holdTopics, listKnownTopics, requireTopics } from '../../topics/index.ts'
import { deleteUses, replaceUses } from '../../uses/index.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import type { Definition } from '../definition.schema.ts'
import { awaitedEventNames } from '../executions/start/event-names.ts'
import { referencesOf, topicReferencesOf } from '../references.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { markVersionEnabled, refreshListenedNames, replaceTriggers } from './listening.queries.ts'
import { upsertLook } from './date-looks.queries.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import { deleteSchedule, upsertSchedule } from './schedule.queries.ts'

type ActivateInput = WorkflowRef & {
  version: number
  definition: Definition
  /** The trigger until now, if the workflow was already enabled. */
  before?: Definition['trigger'] | undefined
  now: Date
}

/** The caller has locked the workflow and saved the version. @throws AppError VALIDATION_ERROR */
export async function activateWorkflow(trx: Trx, input: ActivateInput): Promise<void> {
  const { projectId, workflowId, version, definition, before, now } = input
  const ref = { projectId, workflowId }
  if (definition.steps.length === 0) {
    const message = 'must have at least one step before the workflow can be enabled'
    throw invalidFields({ field: 'steps', message, code: 'too_small' })
  }
  await holdReferences(trx, { ...ref, definition })
  await markVersionEnabled(trx, { ...ref, version, names: awaitedEventNames(definition) })
  await replaceTriggers(trx, { ...ref, triggers: triggersOf(definition), now })
  await saveGoal(trx, {
    projectId,
    ownerId: workflowId,
    kind: 'workflow',
    goal: definition.goal ?? null,
    holdout: definition.holdout ?? null,
    now,
  })
  await schedule(trx, { ...ref, trigger: definition.trigger, before, now })
  await recordCouponUses(trx, {
    projectId,
    user: { kind: 'workflow', id: workflowId },
    keys: couponKeysIn(JSON.stringify(definition.steps)),
  })
  await refreshListenedNames(trx, { projectId })
}

type ScheduleInput = WorkflowRef & Pick<ActivateInput, 'before' | 'now'> & { trigger: Definition['trigger'] }

/** An unchanged schedule is left alone: it may be due, or in the middle of a run. */
async function schedule(trx: Trx, { trigger, before, now, ...ref }: ScheduleInput): Promise<void> {
  await replaceTriggerRange(trx, { ...ref, range: rangeOf(trigger) })
  if (trigger.type !== before?.type) await deleteSchedule(trx, ref)
  if (before && timesOf(trigger) === timesOf(before)) return
  if (trigger.type === 'SCHEDULE') await upsertSchedule(trx, { ...ref, dueAt: nextRun(trigger, now) })
  if (trigger.type === 'DATE') await upsertLook(trx, { ...ref, now })
}

/** All that decides when a trigger starts the workflow, in a form that can be compared. */
function timesOf(trigger: Definition['trigger']): string {
  if (trigger.type === 'SCHEDULE') return JSON.stringify([trigger.cron, trigger.timezone ?? null])
  if (trigger.type !== 'DATE') return ''
  const { field, offset, at, timezone, repeat } = trigger
  const { amount, unit } = offset ?? { amount: 0, unit: 'days' }
  return JSON.stringify([field, amount, unit, at ?? null, timezone ?? null, repeat ?? null])
}

/** The values that a look compares, for an index. */
function rangeOf(trigger: Definition['trigger']): OrderedPath | undefined {
  if (trigger.type !== 'DATE') return undefined
  return { kind: trigger.repeat === 'yearly' ? 'day' : 'date', path: dataPathOf(trigger.field) ?? [] }
}

/** Contacts no longer enter. Active executions continue, and still get the events they wait for. */
export async function deactivateWorkflow(
  trx: Trx,
  { now, ...ref }: WorkflowRef & { now: Date },
): Promise<void> {
  const { projectId, workflowId } = ref
  await replaceTriggers(trx, { ...ref, triggers: [], now })
  await deleteSchedule(trx, ref)
  await replaceTriggerRange(trx, { ...ref, range: undefined })
  await deleteUses(trx, { projectId, user: { kind: 'workflow', id: workflowId } })
  await refreshListenedNames(trx, { projectId })
}

function triggersOf({ trigger }: Definition): { name: string; segmentId: string | null }[] {
  switch (trigger.type) {
    case 'EVENT':
      return [{ name: trigger.event, segmentId: null }]
    case 'SEGMENT_ENTERED':
      return [{ name: 'segment.entered', segmentId: trigger.segmentId }]
    case 'SEGMENT_LEFT':
      return [{ name: 'segment.left', segmentId: trigger.segmentId }]
    case 'SCHEDULE':
    case 'DATE':
    case 'MANUAL':
      return []
  }
}

/** Protects the templates, segments, topics and partials of an enabled workflow from deletion. @throws AppError if one does not exist */
async function holdReferences(
  trx: Trx,
  { projectId, workflowId, definition }: WorkflowRef & { definition: Definition },
): Promise<void> {
  const user = { kind: 'workflow', id: workflowId } as const
  const references = referencesOf(definition)
  const templateKeys = new Set(references.filter(({ kind }) => kind === 'template').map(({ key }) => key))
  const known = await listKnownTemplates(trx, { projectId, keys: [...templateKeys] })
  const templates = new Set<TemplateId>()
  for (const { templateId } of known.values()) templates.add(templateId)
  const held = new Set(await holdTemplates(trx, { projectId, ids: [...templates] }))
  for (const { kind, key, path } of references) {
    const template = known.get(key)
    if (kind === 'template' && !(template && held.has(template.templateId))) {
      throw invalidFields({
        field: fieldPath(path),
        message: await unknownTemplate(trx, { projectId, key }),
        code: 'custom',
      })
    }
  }
  await replaceUses(trx, { projectId, user, kind: 'template', ids: [...held] })
  const segments = await holdSegments(trx, { projectId, definition })
  await replaceUses(trx, { projectId, user, kind: 'segment', ids: segments })
  const tracked = triggersOf(definition).flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]))
  await replaceUses(trx, { projectId, user, kind: 'membership', ids: tracked })
  const topics = await holdTopicsOf(trx, { projectId, definition, templateIds: [...held] })
  await replaceUses(trx, { projectId, user, kind: 'topic', ids: topics })
  const texts = definition.steps.map((step) => (step.type === 'SEND_EMAIL' ? step.config.body : null))
  await recordPartialUses(trx, { projectId, user, texts })
}

type ProjectDefinition = { projectId: ProjectId; definition: Definition }

/** Those that emails and conditions name, and those of the templates. @throws AppError if a step names none */
async function holdTopicsOf(
  trx: Trx,
  { projectId, definition, templateIds }: ProjectDefinition & { templateIds: readonly TemplateId[] },
): Promise<string[]> {
  const references = topicReferencesOf(definition).map(({ key, path }) => ({ key, field: fieldPath(path) }))
  const ofTemplates = await listTemplateTopics(trx, { projectId, ids: templateIds })
  if (references.length === 0 && ofTemplates.length === 0) return []
  await requireTopics(trx, { projectId, keys: references })
  const keys = new Set([...references.map(({ key }) => key), ...ofTemplates])
  const known = await listKnownTopics(trx, { projectId })
  return holdTopics(trx, { projectId, ids: known.filter(({ key }) => keys.has(key)).map(({ id }) => id) })
}

async function holdSegments(trx: Trx, { projectId, definition }: ProjectDefinition): Promise<string[]> {
  // Ordered by key, like every lock of segments.
  const references = referencesOf(definition)
    .filter(({ kind }) => kind !== 'template')
    .toSorted((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
  const held = new Set<string>()
  for (const { key, path } of references) {
    const segmentId = readId<SegmentId>(key)
    const segment = segmentId && (await lockSegmentShared(trx, { projectId, segmentId }))
    const field = fieldPath(path)
    if (!segment) throw invalidFields({ field, message: 'names no segment of this project', code: 'custom' })
    const isTrigger = path[0] === 'trigger' && definition.trigger.type !== 'SCHEDULE'
    if (isTrigger && !segment.is_tracked) {
      const message = `must be a segment with trackMembership, which records contacts that enter and leave: PATCH /segments/${segmentId} {"trackMembership": true}`
      throw invalidFields({ field, message, code: 'custom' })
    }
    held.add(segmentId)
  }
  return [...held]
}
