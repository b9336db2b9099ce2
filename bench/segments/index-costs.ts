// The cost of filter indexes for writes: with all of them, and without. filters.ts measures their gain.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { importRate, postRate, trackRate } from './writes.ts'

const IMPORTED = 50_000
const LOAD = { callers: 20, calls: 10_000 }

type Rates = { imported: number; posted: number; tracked: number }

export async function benchIndexCosts(stage: Stage, add: (result: Result) => void): Promise<void> {
  const { pool } = stage
  // Without tracked segments, so that only the indexes are compared.
  await pool.query('delete from segment_watches')
  await pool.query("delete from event_listeners where listener = 'segments'")
  const withAll = await measure(stage)
  const { rows } = await pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'contacts'::regclass and indexrelid::regclass::text like 'contacts_ordered_%'`,
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  const withOne = await measure(stage)
  await pool.query('drop index contacts_data')
  const withNone = await measure(stage)
  const report = (what: string, measured: Rates) => {
    const floors = { imported: withNone.imported, posted: withNone.posted, tracked: withNone.tracked }
    add({
      what: `import ${what}, against without`,
      value: measured.imported,
      floor: floors.imported,
      unit: 'rows/s',
    })
    add({
      what: `POST /contacts ${what}, against without`,
      value: measured.posted,
      floor: floors.posted,
      unit: 'requests/s',
    })
    add({
      what: `POST /v1/track that changes its contact ${what}, against without`,
      value: measured.tracked,
      floor: floors.tracked,
      unit: 'requests/s',
    })
  }
  report('with the index of all keys', withOne)
  report(`with it and ${rows.length} of saved segments`, withAll)
}

async function measure(stage: Stage): Promise<Rates> {
  const load = { callers: LOAD.callers, calls: stage.sized(LOAD.calls) }
  await stage.pool.query('checkpoint')
  return {
    imported: await importRate(stage, stage.sized(IMPORTED)),
    posted: await postRate(stage, load),
    tracked: await trackRate(stage, load),
  }
}
