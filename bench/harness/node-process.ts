// A node as an operator starts it, in a process of its own, so that its memory can be told from ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'

const MAIN = path.join(import.meta.dirname, '../../src/main.ts')

// A start takes seconds; on a machine that others keep busy, a minute.
const START_TIMEOUT_MS = 120_000
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
  const { PATH = '', NODE_OPTIONS = '' } = process.env
  // Nothing else of our own environment: a setting that happens to be exported here must not change what is measured.
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, 'start', '--role', role], {
    env: { PATH, NODE_OPTIONS, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(timer)
  }
  try {
    const address = await Promise.race([
      readAddress(child.stdout, role),
      exited.then(() => Promise.reject(new Error('the node ended while it started'))),
    ])
    const { pid = 0 } = child
    const proc = `/proc/${pid}`
    return {
      address,
      pid,
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

/** Of a worker, which has none, an empty one. */
async function readAddress(output: NodeJS.ReadableStream, role: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const timer = setTimeout(() => reject(new Error('the node did not come up')), START_TIMEOUT_MS)
  let seen = ''
  output.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    const [, address] = /Listening\s+(http:\S+)/.exec(seen) ?? []
    if (address !== undefined) resolve(address)
    if (role === 'worker' && seen.includes('is ready')) resolve('')
  })
  return promise.finally(() => clearTimeout(timer))
}
