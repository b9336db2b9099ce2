// The nodes of a proof: real processes, ended in one way or another and started again, as a service manager does it.
// Each life of a worker introduces itself to the receiver by a name of its own, so that every email tells who brought it.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { THREAD_KILLER } from './thread-killer.ts'

export const ROOT = path.join(import.meta.dirname, '../..')

// A start takes a second or two. While the database is away it fails, and is tried again.
const START_LIMIT_MS = 60_000
const START_PAUSE_MS = 250

export type Role = 'api' | 'worker' | 'all'

export type Member = {
  readonly name: string
  readonly role: Role
  readonly isUp: boolean
  /** Of its present life. */
  readonly hostname: string
  /** Ends it and waits for the end; returns the name of the life that ended, and its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ hostname: string; code: number | null }>
  /** Ends one of its threads that send, see thread-killer.ts. */
  killThread(): void
  /** Starts it and waits until it is ready. */
  start(): Promise<void>
}

export type Fleet = {
  /** `port`: its own, instead of the one that all apis have in turn. */
  add(name: string, role: Role, options?: { port: number }): Promise<Member>
  /** An api, and two workers named worker-a and worker-b. */
  addAll(): Promise<void>
  readonly members: readonly Member[]
  /** Ends that nobody asked for. */
  readonly unasked: string[]
  end(): Promise<void>
}

export type FleetOptions = { settings: Record<string, string>; folder: string; logs: string; source?: string }

/** `source`: where the program is, when it is not this repository. */
export function createFleet({ settings, folder, logs, source = ROOT }: FleetOptions): Fleet {
  const members: Member[] = []
  const unasked: string[] = []
  type Launch = { name: string; role: Role; life: number; port?: number | undefined }
  const launch = ({ name, role, life, port }: Launch) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, 'src/main.ts', 'start', '--role', role], {
      cwd: source,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/',
        ...settings,
        ...(port !== undefined && { PORT: String(port) }),
        DATA_DIR: path.join(folder, name),
        MAIL_HOSTNAME: hostnameOf(name, life),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // Also read because a full pipe would stop the node.
    const log = createWriteStream(path.join(logs, `${name}-${life}.log`))
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    return child
  }
  const add: Fleet['add'] = async (name, role, options) => {
    const member = createMember({
      name,
      role,
      launch: (life) => launch({ name, role, life, port: options?.port }),
      unasked,
    })
    members.push(member)
    await member.start()
    return member
  }
  const addAll = async () => {
    // The first makes the tables.
    await add('api', 'api')
    await Promise.all([add('worker-a', 'worker'), add('worker-b', 'worker')])
  }
  const end = async () => {
    await Promise.all(members.map((member) => member.end('SIGKILL')))
  }
  return { add, addAll, members, unasked, end }
}

const hostnameOf = (name: string, life: number) => `${name}-${life}.nodes.test`

type Making = { name: string; role: Role; launch: (life: number) => ChildProcess; unasked: string[] }

function createMember({ name, role, launch, unasked }: Making): Member {
  let life = 0
  let child: ChildProcess | undefined
  let isUp = false
  let lastWords = ''

  /** One attempt; false when the process ended instead. */
  const attempt = async (): Promise<boolean> => {
    life += 1
    const mine = launch(life)
    child = mine
    const exited = once(mine, 'exit').then(() => false)
    const ready = await Promise.race([saysReady(mine, (said) => (lastWords = said)), exited])
    isUp = ready
    if (ready) {
      mine.once('exit', () => {
        if (child !== mine) return
        isUp = false
        unasked.push(hostnameOf(name, life))
      })
    }
    return ready
  }
  return {
    name,
    role,
    get isUp() {
      return isUp
    },
    get hostname() {
      return hostnameOf(name, life)
    },
    async end(signal) {
      const mine = child
      isUp = false
      child = undefined
      const hostname = hostnameOf(name, life)
      if (!mine || mine.exitCode !== null || mine.signalCode !== null) return { hostname, code: null }
      const exited = once(mine, 'exit')
      mine.kill(signal)
      const [code] = (await exited) as [number | null]
      return { hostname, code }
    },
    killThread: () => void child?.kill(THREAD_KILLER),
    async start() {
      const began = performance.now()
      while (performance.now() - began < START_LIMIT_MS) {
        if (await attempt()) return
        await sleep(START_PAUSE_MS)
      }
      throw new Error(`${name} does not start: ${lastWords}`)
    },
  }
}

async function saysReady(child: ChildProcess, onSaid: (said: string) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let said = ''
  const read = (chunk: Buffer) => {
    said += chunk.toString()
    onSaid(said)
    if (said.includes('is ready (role: ')) resolve(true)
  }
  for (const output of [child.stdout, child.stderr]) output?.on('data', read)
  return promise
}
