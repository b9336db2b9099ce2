// What changes when a workflow is enabled, saved while it is, or disabled: what starts it, which events are heard of, when
// its schedule is due, and which templates and segments may not be deleted. In the transaction of the change.
import type { Trx } from '../../../platform/db/client.ts'
import { fieldPath, invalidFields } from '../../../platform/errors.ts'
import type { ProjectId, SegmentId, TemplateId } from '../../../platform/ids.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { holdSegment } from '../../segments/index.ts'
import { holdTemplates, listKnownTemplates } from '../../templates/index.ts'
import { deleteUses, replaceUses } from '../../uses/index.ts'
import type { Definition } from '../definition.schema.ts'
import { eventNamesOf } from '../executions/start/event-names.ts'
import { referencesOf } from '../references.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { noteEnabled, renewListening, replaceTriggers } from './listening.queries.ts'
import { nextRun } from './next-run.ts'
import { clearSchedule, setSchedule } from './schedule.queries.ts'

type Enabling = WorkflowRef & {
  version: number
  definition: Definition
  /** What started it until now, if it was enabled already. */
  before?: Definition['trigger'] | undefined
  now: Date
}

/** The caller has locked the workflow and saved the version. @throws AppError VALIDATION_ERROR */
export async function noteWorkflowEnabled(trx: Trx, enabling: Enabling): Promise<void> {
  const { projectId, workflowId, version, definition, before, now } = enabling
  const ref = { projectId, workflowId }
  if (definition.steps.length === 0) {
    const message = 'must have at least one step before the workflow can be enabled'
    throw invalidFields({ field: 'steps', message, code: 'too_small' })
  }
  await holdReferences(trx, { ...ref, definition })
  await noteEnabled(trx, { ...ref, version, names: eventNamesOf(definition) })
  await replaceTriggers(trx, { ...ref, triggers: triggersOf(definition), now })
  const { trigger } = definition
  if (trigger.type !== 'SCHEDULE') await clearSchedule(trx, ref)
  else if (!isSameTime(trigger, before)) await setSchedule(trx, { ...ref, dueAt: nextRun(trigger, now) })
  await renewListening(trx, { projectId })
}

/** A schedule whose times stay is left alone: it may be due, or in the middle of its contacts. */
const isSameTime = (
  { cron, timezone }: Extract<Definition['trigger'], { type: 'SCHEDULE' }>,
  before: Definition['trigger'] | undefined,
): boolean =>
  before?.type === 'SCHEDULE' && before.cron === cron && (before.timezone ?? null) === (timezone ?? null)

/** Nobody enters any more. Who is inside goes on, and still hears of what it waits for. */
export async function noteWorkflowDisabled(
  trx: Trx,
  { now, ...ref }: WorkflowRef & { now: Date },
): Promise<void> {
  const { projectId, workflowId } = ref
  await replaceTriggers(trx, { ...ref, triggers: [], now })
  await clearSchedule(trx, ref)
  await deleteUses(trx, { projectId, user: { kind: 'workflow', id: workflowId } })
  await renewListening(trx, { projectId })
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
    case 'MANUAL':
      return []
  }
}

type Held = WorkflowRef & { definition: Definition }

/** What an enabled workflow names cannot be deleted. @throws AppError if it has been already */
async function holdReferences(trx: Trx, { projectId, workflowId, definition }: Held): Promise<void> {
  const user = { kind: 'workflow', id: workflowId } as const
  const references = referencesOf(definition)
  const templateKeys = new Set(references.filter(({ kind }) => kind === 'template').map(({ key }) => key))
  const known = await listKnownTemplates(trx, { projectId, keys: [...templateKeys] })
  const templates = new Set<TemplateId>()
  for (const { templateId } of known.values()) templates.add(templateId)
  const held = new Set(await holdTemplates(trx, { projectId, ids: [...templates] }))
  for (const { kind, key, path } of references) {
    if (kind === 'template' && !held.has(known.get(key)?.templateId as TemplateId)) {
      throw invalidFields({
        field: fieldPath(path),
        message: 'names no template of this project',
        code: 'custom',
      })
    }
  }
  await replaceUses(trx, { projectId, user, kind: 'template', ids: [...held] })
  const segments = await holdSegments(trx, { projectId, definition })
  await replaceUses(trx, { projectId, user, kind: 'segment', ids: segments })
  const tracked = triggersOf(definition).flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]))
  await replaceUses(trx, { projectId, user, kind: 'membership', ids: tracked })
}

type Referring = { projectId: ProjectId; definition: Definition }

async function holdSegments(trx: Trx, { projectId, definition }: Referring): Promise<string[]> {
  // In one order, as everybody locks segments.
  const references = referencesOf(definition)
    .filter(({ kind }) => kind !== 'template')
    .toSorted((a, b) => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1))
  const held = new Set<string>()
  for (const { key, path } of references) {
    const segmentId = key.toLowerCase() as SegmentId
    const segment = isUuid(key) ? await holdSegment(trx, { projectId, segmentId }) : undefined
    const field = fieldPath(path)
    if (!segment) throw invalidFields({ field, message: 'names no segment of this project', code: 'custom' })
    const isTrigger = path[0] === 'trigger' && definition.trigger.type !== 'SCHEDULE'
    if (isTrigger && !segment.is_tracked) {
      const message = `must be a segment with trackMembership, which records who enters and leaves: PATCH /segments/${segmentId} {"trackMembership": true}`
      throw invalidFields({ field, message, code: 'custom' })
    }
    held.add(segmentId)
  }
  return [...held]
}
