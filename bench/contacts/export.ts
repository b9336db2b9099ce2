import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { timed } from '../harness/timing.ts'

const LF = 0x0a

export async function benchExport(
  { node, openApi }: Stage,
  add: (result: Result) => void,
  rows: number,
): Promise<void> {
  const api = openApi({ connections: 1 })
  node.resetPeakMemory()
  let lines = 0
  const ms = await timed(() =>
    api.download('/contacts/export', (chunk) => {
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) lines += 1
    }),
  )
  if (lines !== rows + 1) throw new Error(`the export has ${lines} lines`)
  add({
    what: `export of ${rows.toLocaleString('en-GB')} contacts`,
    value: (rows / ms) * 1000,
    unit: 'rows/s',
  })
  add({ what: 'resident memory of the node while it exports, peak', value: node.peakMemoryMb(), unit: 'MB' })
}
