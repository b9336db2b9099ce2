// The replacement of nodes by those of another version, as a rolling upgrade does it: the new ones start beside the old ones, which
// end one after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/harness/free-port.ts'
import { ROOT } from '../../test/harness/node-process.ts'
import { CALLERS } from '../harness/two-apis.ts'
import { openCaller } from '../harness/caller.ts'
import type { Caller } from '../harness/caller.ts'
import { SECRET_KEY } from '../harness/stage.ts'
import type { Stage } from '../harness/stage.ts'
import type { Answers } from './answers.ts'

/** Requests go to the nodes in turn that are in `ports`. */
export type Balancer = { ports: number[]; caller: Caller }

export function openBalancer(port: number, answers: Answers): Balancer {
  const ports = [port]
  let next = 0
  const caller = openCaller({
    port: () => ports[next++ % ports.length] ?? 0,
    key: SECRET_KEY,
    connections: CALLERS,
    onAnswer: (status, tookMs) => answers.note(status, tookMs),
  })
  return { ports, caller }
}

export const NEW_WORKER = 'new-worker'

/** Starts an api of this version, which migrates the database, and then a worker. */
export async function startNewNodes(
  { fleet, pool, say }: Stage,
  { ports }: Balancer,
): Promise<{ startedMs: number; migrations: number }> {
  const countMigrations = async () => (await pool.query('select from schema_migrations')).rowCount ?? 0
  const before = await countMigrations()
  const port = await freePort()
  say('An api of this version starts')
  const began = performance.now()
  await fleet.add('new-api', 'api', { port, source: ROOT })
  const startedMs = performance.now() - began
  const migrations = (await countMigrations()) - before
  ports.push(port)
  say('It is ready; a worker of this version starts')
  await fleet.add(NEW_WORKER, 'worker', { source: ROOT })
  return { startedMs, migrations }
}

/** The new version checks the DNS records of all domains, and the old one reads what it stored. */
export async function checkDomains({ pool }: Stage, { ports }: Balancer): Promise<void> {
  const caller = openCaller({ port: ports.at(-1) ?? 0, key: SECRET_KEY, connections: 1 })
  const { rows } = await pool.query<{ id: string }>('select id from domains')
  for (const { id } of rows) await caller.postUntilAnswered(`/domains/${id}/verify`, {}, id)
  caller.close()
}

type EndOptions = { names: readonly string[]; seconds: number }

/** @returns how many did not end well */
export async function endOldNodes(
  { fleet, say }: Stage,
  { ports }: Balancer,
  { names, seconds }: EndOptions,
): Promise<number> {
  let badEnds = 0
  for (const member of fleet.members.filter(({ name }) => names.includes(name))) {
    await sleep(seconds * 1000)
    say(`${member.name} of the old version ends`)
    // A load balancer stops giving requests to a node before it is ended.
    if (member.role === 'api') ports.shift()
    if ((await member.end('SIGTERM')).code !== 0) badEnds += 1
  }
  return badEnds
}
