// A million contacts with ten keys each and six million events: the time of filters, and the cost of tracked segments and of
// filter indexes for writes.
import { openDatabase } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { fillSegments } from './fill.ts'
import { benchFilters } from './filters.ts'
import { benchIndexCosts } from './index-costs.ts'
import { benchTracking } from './tracking.ts'

const POOL_SIZE = 4

export async function benchSegments(stage: Stage, add: (result: Result) => void): Promise<void> {
  // As the node's role, not as the superuser: the role that builds an index owns it.
  const database = openDatabase({
    urls: [stage.settings['DATABASE_URL'] ?? ''],
    poolSize: POOL_SIZE,
    log: createLog('silent'),
  })
  try {
    const templateId = await fillSegments(stage)
    await benchFilters(stage, add, { database, templateId })
    await benchTracking(stage, add)
    await benchIndexCosts(stage, add)
  } finally {
    await database.close()
  }
}
