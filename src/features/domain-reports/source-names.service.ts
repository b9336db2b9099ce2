// Looks up the names of the addresses in reports by reverse DNS, so that people recognize a service.
import type { Deps } from '../../platform/deps.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import { OTHER_SOURCES } from './domain-reports.values.ts'
import { listSourcesToName, setSourceName } from './source-names.queries.ts'

/** Names change rarely. */
const NAMED_MS = 30 * 86_400_000
/** Per hour. */
const MOST_AT_ONCE = 200
const CONCURRENT = 5
const LONGEST_NAME = 253

export async function nameSources({
  database,
  dns,
  clock,
}: Pick<Deps, 'database' | 'dns' | 'clock'>): Promise<void> {
  const now = clock.now()
  const sources = await listSourcesToName(database.db, {
    namedBefore: new Date(now.getTime() - NAMED_MS),
    limit: MOST_AT_ONCE,
  })
  const inTurn = createTurns(CONCURRENT)
  await Promise.all(
    sources.map((source) =>
      inTurn('', async () => {
        const answer = source === OTHER_SOURCES ? undefined : await dns.names(source)
        if (answer?.status === 'unanswered') return
        const [name] = answer?.status === 'found' ? answer.records : []
        const stored = name === undefined ? null : storableText(name).slice(0, LONGEST_NAME)
        await setSourceName(database.db, { source, name: stored, now })
      }),
    ),
  )
}
