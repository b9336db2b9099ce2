import type { Trx } from '../../platform/db/client.ts'
import type { SegmentId } from '../../platform/ids.ts'
import { lockBrand, lockPartials } from '../templates/index.ts'
import { lockSegmentsForSave } from '../segments/index.ts'
import { lockTopics } from '../topics/index.ts'
import type { Tenant } from './file-kind.ts'
import type { Plan } from './plan-changes.ts'
import { lockPartialsForSave, lockTemplatesForSave, lockTopicsForSave } from './project-files.queries.ts'
import type { KindName } from './project-files.schema.ts'

/**
 * Locks all records of a plan, in the lock order of ARCHITECTURE.md. They are saved in the order in which they refer to each
 * other, which is another one; so nothing else may be waiting for one of them by then.
 */
export async function lockRecords(trx: Trx, { projectId, plan }: Tenant & { plan: Plan }): Promise<void> {
  const own = (kind: KindName) => ({
    isChanged: plan.saves.some((one) => one.kind === kind) || plan.removals.some((one) => one.kind === kind),
    ids: [
      ...plan.saves.flatMap((one) => (one.kind === kind && one.before ? [one.before.id] : [])),
      ...plan.removals.flatMap((one) => (one.kind === kind ? [one.record.id] : [])),
    ],
  })
  const [templates, partials, segments, topics] = [
    own('template'),
    own('partial'),
    own('segment'),
    own('topic'),
  ]
  await lockTemplatesForSave(trx, { projectId, ids: templates.ids })
  if (own('brand').isChanged) await lockBrand(trx, { projectId })
  if (partials.isChanged) {
    await lockPartials(trx, { projectId })
    await lockPartialsForSave(trx, { projectId, ids: partials.ids })
  }
  if (segments.isChanged) {
    await lockSegmentsForSave(trx, { projectId, segmentIds: segments.ids as SegmentId[] })
  }
  if (topics.isChanged) {
    await lockTopics(trx, { projectId })
    await lockTopicsForSave(trx, { projectId, ids: topics.ids })
  }
}
