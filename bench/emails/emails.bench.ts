// Ten million emails of two hundred projects in twelve months, half of them of one project: the pages that a dashboard
// opens, the same by a standby, claims beside such a record and behind an old snapshot, and months that come and go.
import { openDatabase } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchClaims } from './claims.ts'
import { fillEmails } from './fill.ts'
import { benchMonths } from './months.ts'
import { benchReads } from './reads.ts'
import { benchReplica } from './replica.ts'

const POOL_SIZE = 4

export async function benchEmails(stage: Stage, add: (result: Result) => void): Promise<void> {
  // As the node's role, not as the superuser: the role that creates a month owns it, and only the owner may drop it.
  const database = openDatabase({
    urls: [stage.settings['DATABASE_URL'] ?? ''],
    poolSize: POOL_SIZE,
    log: createLog('silent'),
  })
  try {
    const filled = await fillEmails(stage, database)
    await benchReads(stage, add, filled)
    await benchReplica(stage, add)
    await benchClaims(stage, add, { database, projects: filled.projects })
    await benchMonths(stage, add, { database, projects: filled.projects })
  } finally {
    await database.close()
  }
}
