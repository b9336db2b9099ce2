// The nodes of a proof: real processes, ended in one way or another and started again, as a service manager does it.
// Each life of a worker introduces itself to the receiver by a name of its own, so that every email names its sender.
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, spawnNode } from '../../test/harness/node-process.ts'
import type { NodeProcess } from '../../test/harness/node-process.ts'
import { THREAD_KILLER } from './thread-killer.ts'

// A start takes a second or two, on a machine that others keep busy a minute. While the database is away it fails, and is tried again.
const START_LIMIT_MS = 300_000
const START_PAUSE_MS = 250

export type Role = 'api' | 'worker' | 'all'

export type Member = {
  readonly name: string
  readonly role: Role
  readonly isUp: boolean
  /** The name of its current process. */
  readonly hostname: string
  /** Ends it and waits for the end; returns the name of the life that ended, and its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ hostname: string; code: number | null }>
  /** Ends one of its threads that send, see thread-killer.ts. */
  killThread(): void
  /** Starts it and waits until it is ready. */
  start(): Promise<void>
}

type Place = { port?: number; source?: string }

export type Fleet = {
  /** `port`: its own, instead of the one that all apis have in turn. `source`: another program than that of the others. */
  add(name: string, role: Role, options?: Place): Promise<Member>
  /** An api, and two workers named worker-a and worker-b. */
  addAll(): Promise<void>
  readonly members: readonly Member[]
  /** Unexpected ends of processes. */
  readonly unasked: string[]
  end(): Promise<void>
}

export type FleetOptions = { settings: Record<string, string>; folder: string; logs: string; source?: string }

/** `source`: where the program is, when it is not this repository. */
export function createFleet({ settings, folder, logs, source = ROOT }: FleetOptions): Fleet {
  const members: Member[] = []
  const unasked: string[] = []
  type Launch = { name: string; role: Role; life: number; place: Place }
  const launch = ({ name, role, life, place: { port, source: own = source } }: Launch) => {
    const log = createWriteStream(path.join(logs, `${name}-${life}.log`))
    return spawnNode(['start', '--role', role], {
      source: own,
      settings: {
        ...settings,
        ...(port !== undefined && { PORT: String(port) }),
        DATA_DIR: path.join(folder, name),
        MAIL_HOSTNAME: hostnameOf(name, life),
      },
      onOutput: (text) => log.write(text),
    })
  }
  const add: Fleet['add'] = async (name, role, place = {}) => {
    const member = createMember({
      name,
      role,
      launch: (life) => launch({ name, role, life, place }),
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

type MemberOptions = { name: string; role: Role; launch: (life: number) => NodeProcess; unasked: string[] }

function createMember({ name, role, launch, unasked }: MemberOptions): Member {
  let life = 0
  let node: NodeProcess | undefined
  let isUp = false
  let lastWords = ''

  /** One attempt; false when the process ended instead. */
  const attempt = async (): Promise<boolean> => {
    life += 1
    const mine = launch(life)
    node = mine
    try {
      await mine.waitUntilReady(START_LIMIT_MS)
    } catch {
      lastWords = mine.output()
      await mine.kill()
      return false
    }
    isUp = true
    void mine.exited.then(() => {
      if (node !== mine) return
      isUp = false
      unasked.push(hostnameOf(name, life))
    })
    return true
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
      const mine = node
      isUp = false
      node = undefined
      const hostname = hostnameOf(name, life)
      if (!mine?.isRunning) return { hostname, code: null }
      const { code } = await mine.stop(signal)
      return { hostname, code }
    },
    killThread: () => node?.signal(THREAD_KILLER),
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
