import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import type { Filters } from '../filters/index.ts'
import { recheckTopicJob } from '../topics/index.ts'
import { listTopicWatchers } from './membership/membership-watches.queries.ts'
import { enqueueRecheck } from './recheck.service.ts'
import { recheckSegment } from './membership/membership.service.ts'
import { renewWatch, maintainWatches } from './membership/membership-upkeep.service.ts'
import { maintainIndexes } from './indexes/indexes.service.ts'
import { measureSegments } from './growth/growth.service.ts'
import {
  measureSegmentsJob,
  recheckSegmentJob,
  maintainIndexesJob,
  maintainWatchesJob,
} from './segments.jobs.ts'

export function segmentHandlers(deps: Deps, { filters }: { filters: Filters }): BoundHandler[] {
  const tools = { db: deps.database.db, clock: deps.clock, log: deps.log, filters }
  return [
    handle(recheckSegmentJob, async (ref, { signal }) => {
      if (!(await renewWatch(tools, ref))) return done
      const left = await recheckSegment(tools, { ...ref, signal })
      return left === undefined ? done : snooze(0)
    }),
    handle(maintainIndexesJob, (_payload, { signal }) =>
      maintainIndexes({ db: tools.db, log: tools.log, signal }),
    ),
    handle(measureSegmentsJob, (_payload, { signal }) =>
      measureSegments({ db: tools.db, clock: tools.clock, signal }),
    ),
    handle(recheckTopicJob, async (topic) => {
      for (const ref of await listTopicWatchers(tools.db, topic)) await enqueueRecheck(tools.db, ref)
    }),
    handle(maintainWatchesJob, () => maintainWatches(tools)),
  ]
}
