// One run: the email of our addresses on their last day, as Microsoft saw it, and the addresses that it blocks.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import { localDay } from '../../../platform/time/local-day.ts'
import { askSource } from '../ask-source.service.ts'
import type { SourceTools } from '../ask-source.service.ts'
import { KEPT_DAYS } from '../postmaster.values.ts'
import { SourceFailure } from '../source-failure.ts'
import { parseBlocks, parseDays } from './parse-snds.ts'
import { deleteOldSndsDays, replaceBlocks, saveDays } from './snds.queries.ts'

export type SndsDeps = Pick<Deps, 'database' | 'clock' | 'http'> & Pick<SourceTools, 'limits'>

/**
 * Stores days and blocks together.
 * @throws SourceFailure
 */
export async function askSnds(deps: SndsDeps, { key, url }: { key: string; url: string }): Promise<void> {
  const read = async <Row>(page: string, parse: (text: string) => Row[] | undefined): Promise<Row[]> => {
    const rows = parse(
      await askSource(deps, {
        server: 'Microsoft',
        url: `${url}/${page}?${new URLSearchParams({ key }).toString()}`,
        method: 'GET',
        // Refusals are pages for people.
        reasonIn: () => undefined,
      }),
    )
    if (!rows) {
      throw new SourceFailure('Microsoft answers in a form that is not that of SNDS', { isTemporary: false })
    }
    return rows
  }
  const days = await read('data.aspx', parseDays)
  const blocks = await read('ipStatus.aspx', parseBlocks)
  const now = deps.clock.now()
  await inTransaction(deps.database.db, async (trx) => {
    await saveDays(trx, days)
    await replaceBlocks(trx, { blocks, now })
    await deleteOldSndsDays(trx, { oldest: dayAfter(localDay(now, 'UTC'), -KEPT_DAYS) })
  })
}
