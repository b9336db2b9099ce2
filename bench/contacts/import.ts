import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { timed } from '../harness/timing.ts'

type Operation = { id: string; status: string; progress: { done: number; failed: number }; errors: unknown[] }

// Short against the whole, long enough that asking costs the node nothing.
const POLL_MS = 100

type Import = { file: string; rows: number; floorMs: number }

/** From the first byte of the request until the job says DONE. */
export async function benchImport(
  { node, openApi }: Stage,
  add: (result: Result) => void,
  { file, rows, floorMs }: Import,
): Promise<void> {
  const api = openApi({ connections: 2 })
  node.resetPeakMemory()
  const ms = await timed(async () => {
    let operation = await api.upload<Operation>('/contacts/import', { name: file, mediaType: 'text/csv' })
    while (operation.status === 'QUEUED' || operation.status === 'RUNNING') {
      await sleep(POLL_MS)
      operation = await api.get<Operation>(`/jobs/${operation.id}`)
    }
    if (operation.status !== 'DONE' || operation.progress.done !== rows) {
      throw new Error(`the import ended as ${JSON.stringify(operation)}`)
    }
  })
  add({
    what: `import of ${rows.toLocaleString('en-GB')} contacts, against a bare COPY`,
    value: (rows / ms) * 1000,
    unit: 'rows/s',
    floor: (rows / floorMs) * 1000,
    target: { ratio: 0.25 },
  })
  add({
    what: 'resident memory of the node while it imports, peak',
    value: node.peakMemoryMb(),
    unit: 'MB',
    target: { atMost: 400 },
  })
}
