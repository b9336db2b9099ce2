// A node as an operator starts it, in a process of its own, so that its memory is measured apart from ours.
import { readFileSync, writeFileSync } from 'node:fs'
import { isBanner, spawnNode } from '../../test/harness/node-process.ts'

// A start takes seconds; on a machine that others keep busy, a minute.
const START_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 20_000

export type NodeProcess = {
  address: string
  pid: number
  /** Highest resident memory since the start or the last reset. */
  peakMemoryMb(): number
  resetPeakMemory(): void
  stop(): Promise<void>
}

export async function startNodeProcess(
  environment: Record<string, string>,
  { role = 'all' }: { role?: 'all' | 'api' | 'worker' } = {},
): Promise<NodeProcess> {
  const { NODE_OPTIONS = '' } = process.env
  const node = spawnNode(['start', '--role', role], {
    settings: { NODE_OPTIONS, ...environment },
    onOutput: (text, stream) => {
      if (stream === 'stderr' && !isBanner(text)) process.stderr.write(text)
    },
  })
  const stop = async () => {
    const timer = setTimeout(() => node.signal('SIGKILL'), STOP_TIMEOUT_MS)
    await node.stop()
    clearTimeout(timer)
  }
  try {
    const address = await node.waitUntilReady(START_TIMEOUT_MS)
    const proc = `/proc/${node.pid}`
    return {
      address,
      pid: node.pid,
      peakMemoryMb: () =>
        Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) / 1024,
      // proc(5): 5 resets the peak to the present value.
      resetPeakMemory: () => writeFileSync(`${proc}/clear_refs`, '5'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
