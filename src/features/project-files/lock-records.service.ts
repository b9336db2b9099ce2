import type { Trx } from '../../platform/db/client.ts'
import type { SegmentId } from '../../platform/ids.ts'
import { lockForms } from '../forms/index.ts'
import { lockBrand, lockPartials } from '../templates/index.ts'
import { lockSegmentsForSave } from '../segments/index.ts'
import { lockTopics } from '../topics/index.ts'
import type { Tenant } from './file-kind.ts'
import type { Plan } from './plan-changes.ts'
import {
  holdAllSegments,
  holdAllTemplates,
  holdAllTopics,
  lockFormsForSave,
  lockPartialsForSave,
  lockSettingsForSave,
  lockTemplatesForSave,
  lockTopicsForSave,
  lockWorkflowsForSave,
} from './project-files.queries.ts'
import type { KindName } from './project-files.schema.ts'

/**
 * Locks all records of a plan, in the lock order of ARCHITECTURE.md. They are saved in the order in which they refer to each
 * other, which is another one; so nothing else may be waiting for one of them by then.
 */
export async function lockRecords(trx: Trx, { projectId, plan }: Tenant & { plan: Plan }): Promise<void> {
  const all = [...plan.saves, ...plan.removals]
  const isChanged = (...kinds: KindName[]) => all.some(({ kind }) => kinds.includes(kind))
  const idsOf = (kind: KindName) => [
    ...plan.saves.flatMap((one) => (one.kind === kind && one.before ? [one.before.id] : [])),
    ...plan.removals.flatMap((one) => (one.kind === kind ? [one.record.id] : [])),
  ]
  const records = (kind: KindName) => ({ projectId, ids: idsOf(kind) })
  if (isChanged('settings')) await lockSettingsForSave(trx, { projectId })
  await lockWorkflowsForSave(trx, records('workflow'))
  await lockTemplatesForSave(trx, records('template'))
  if (isChanged('settings', 'workflow')) await holdAllTemplates(trx, { projectId })
  if (isChanged('brand')) await lockBrand(trx, { projectId })
  if (isChanged('partial')) {
    await lockPartials(trx, { projectId })
    await lockPartialsForSave(trx, records('partial'))
  }
  if (isChanged('segment')) {
    await lockSegmentsForSave(trx, { projectId, segmentIds: idsOf('segment') as SegmentId[] })
  }
  if (isChanged('workflow')) await holdAllSegments(trx, { projectId })
  if (isChanged('form')) {
    await lockForms(trx, { projectId })
    await lockFormsForSave(trx, records('form'))
  }
  if (isChanged('topic')) {
    await lockTopics(trx, { projectId })
    await lockTopicsForSave(trx, records('topic'))
  }
  if (isChanged('workflow', 'form')) await holdAllTopics(trx, { projectId })
}
