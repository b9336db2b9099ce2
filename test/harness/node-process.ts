// Lettermill as people run it: a process of its own. For tests, benches and proofs alike, so it knows nothing of any of
// their tools. Processes that were not ended end together with this one.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../../scripts/node-flags.mjs'

export const ROOT = path.join(import.meta.dirname, '../..')

/** A start takes a second. A hundred times that, also beside other work on a small machine, is not slow but stuck. */
const WAIT_MS = 110_000

const READY = /is ready \(role: /

/** A pipe keeps so few bytes together, so the banner arrives as one piece. */
export const isBanner = (text: string): boolean => READY.test(text)

export type Settings = Record<string, string>

/** `banner`: the lines on standard error once a node is up; `stderr` is everything else there. */
export type ProcessOutput = { stdout: string; stderr: string; banner: string }

export type Exit = ProcessOutput & { code: number | null; signal: NodeJS.Signals | null }

export type NodeProcess = {
  readonly pid: number
  readonly isRunning: boolean
  readonly exited: Promise<Exit>
  stdout(): string
  banner(): string
  /** Its whole output, for an error message. */
  output(): string
  /** Stops reading its output, like a terminal that was closed. */
  closeOutput(): void
  /** The first place in its output that matches; fails when it ends without. */
  waitFor(pattern: RegExp, limitMs?: number): Promise<RegExpExecArray>
  /** Waits until it serves, and returns the address that it serves at; a worker has none. */
  waitUntilReady(limitMs?: number): Promise<string>
  signal(name: NodeJS.Signals): void
  /** Asks it to end, and waits. */
  stop(name?: NodeJS.Signals): Promise<Exit>
  /** kill -9, and waits. */
  kill(): Promise<void>
}

export type SpawnOptions = {
  /** Nothing else of our own environment reaches the process, except where programs and the home folder are. */
  settings: Settings
  /** Where the program is, when it is not this repository. */
  source?: string
  /** The command that runs it, when that is not the sources. */
  program?: readonly string[]
  /** Shell commands to run first, such as `ulimit -f 100` or `exec >/dev/full`. */
  prelude?: string
  /** A process group of its own, as a terminal gives it, so that the whole group can be signalled. */
  hasOwnGroup?: boolean
  /** Gets everything that it writes to standard output and standard error. */
  onOutput?: (text: string, stream: 'stdout' | 'stderr') => void
}

const FROM_SOURCE = [process.execPath, ...NODE_FLAGS, 'src/main.ts']

/** Runs the program; does not wait for anything. */
export function spawnNode(args: readonly string[], options: SpawnOptions): NodeProcess {
  const {
    settings,
    source = ROOT,
    program = FROM_SOURCE,
    prelude = '',
    hasOwnGroup = false,
    onOutput,
  } = options
  const { PATH = '', HOME = '/' } = process.env
  const words = ['-c', `${prelude}\nexec "$@"`, 'sh', ...program, ...withoutSettingsFile(args)]
  const child = spawn('sh', words, {
    cwd: source,
    env: { PATH, HOME, ...NODE_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  })
  return watch(child, onOutput)
}

/** The settings of a server that is installed on this machine are not ours. */
export const withoutSettingsFile = (args: readonly string[]): readonly string[] =>
  args.includes('--env') ? args : [...args, '--env', '/dev/null']

function watch(child: ChildProcess, onOutput: SpawnOptions['onOutput']): NodeProcess {
  const chunks: ProcessOutput = { stdout: '', stderr: '', banner: '' }
  // Also read because a full pipe would stop the node.
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      chunks[name === 'stderr' && isBanner(text) ? 'banner' : name] += text
      onOutput?.(text, name)
      child.emit('written')
    })
  }
  const exited = once(child, 'close').then(([code, signal]) => {
    process.off('exit', endWithUs)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...chunks }
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const output = () => `${chunks.stdout}\n${chunks.banner}\n${chunks.stderr}`
  const waitFor: NodeProcess['waitFor'] = (pattern, limitMs = WAIT_MS) =>
    waitForOutput(child, { output, pattern, limitMs })
  return {
    pid: child.pid ?? 0,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null
    },
    exited,
    stdout: () => chunks.stdout,
    banner: () => chunks.banner,
    output,
    closeOutput: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    waitFor,
    waitUntilReady: async (limitMs) => {
      await waitFor(READY, limitMs)
      return /Listening +(http:\S+)/.exec(output())?.[1] ?? ''
    },
    signal: (name) => void child.kill(name),
    stop: async (name = 'SIGTERM') => {
      child.kill(name)
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

type OutputWait = { output: () => string; pattern: RegExp; limitMs: number }

async function waitForOutput(
  child: ChildProcess,
  { output, pattern, limitMs }: OutputWait,
): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  const look = () => {
    const found = pattern.exec(output())
    if (found) resolve(found)
  }
  const giveUp = (why: string) => () =>
    reject(new Error(`the process ${why} ${String(pattern)}:\n${output()}`))
  const giveUpAtEnd = giveUp('ended without writing')
  const timer = setTimeout(giveUp('has not yet written'), limitMs)
  child.on('written', look).on('close', giveUpAtEnd)
  look()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('written', look).off('close', giveUpAtEnd)
  }
}
