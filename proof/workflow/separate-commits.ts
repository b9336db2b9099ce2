// `--break transaction` commits the effects of a step apart from the state behind it: effects are committed first, in a
// transaction of their own. All else stays as it is, so executions run to their end while nothing
// is killed; a kill between the two commits leaves executions that do not know what they have done.
import type { SourceChange } from '../harness/changed-source.ts'

const FILE = 'src/features/workflows/executions/run/advance-batch.service.ts'

// The second commit follows within milliseconds of a batch that takes fifty: most kills would miss the moment between.
const PAUSE_MS = 50

export const SEPARATE_COMMITS: readonly SourceChange[] = [
  {
    file: FILE,
    from: "import type { Trx } from '../../../../platform/db/client.ts'\n",
    to: `import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertInputs } from '../executions.queries.ts'
import type { Trx } from '../../../../platform/db/client.ts'
`,
  },
  {
    file: FILE,
    from: '  const saved = await applyDecisions(trx, { projectId, done, now })\n',
    to: `  const saved = await applyDecisions(trx, { projectId, done, now })
  await sql\`commit\`.execute(trx)
  await sleep(${PAUSE_MS})
  await sql\`begin\`.execute(trx)
`,
  },
  // An event that a step records may be announced before the second commit, when its execution does not wait for it yet and so
  // misses it, kill or no kill. It is announced once more, so that only kills cause the figures of the table.
  {
    file: FILE,
    from: '  await updateExecutions(trx, { projectId, saved, now })\n',
    to: `  await updateExecutions(trx, { projectId, saved, now })
  const inputs = done.flatMap(({ known: { row }, advance: { effects } }) =>
    effects
      .filter(({ type }) => type === 'trackEvent')
      .map(({ event: name, data, depth }) => ({
        executionId: row.id,
        input: { type: 'event', name, data, at: now.getTime(), depth },
      })),
  )
  await insertInputs(trx, { projectId, inputs, now })
`,
  },
]
