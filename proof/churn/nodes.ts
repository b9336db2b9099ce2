// Two nodes that share a database, each answering and sending, and their callers. Failed calls to a node that was up are
// recorded; a call that is not answered because its node was killed is not a failure.
import http from 'node:http'
import type { Member } from '../harness/fleet.ts'
import { sendRequest } from '../harness/http-request.ts'
import type { Reply, Request } from '../harness/http-request.ts'
import type { Random } from '../harness/random.ts'
import { freePort } from '../../test/harness/free-port.ts'
import type { Stage } from '../harness/stage.ts'

export type NodeCall = Omit<Request, 'port'>

export type Nodes = {
  readonly members: readonly Member[]
  /** Calls one of them. Undefined if it was down. */
  ask(call: NodeCall): Promise<Reply | undefined>
  /** Repeats the call until a node answers; only for calls that may run twice. */
  askUntilAnswered(call: NodeCall): Promise<Reply>
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Calls without an answer because their node was down. */
  readonly away: number
  /** Unexpected answers of nodes that were up. */
  readonly failures: readonly string[]
  close(): void
}

// As many as keep two nodes busy; each call has a connection of its own while it lasts.
const MOST_CONNECTIONS = 64

export async function addNodes(stage: Stage, random: Random): Promise<Nodes> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  const nodes: { member: Member; port: number }[] = []
  // The first, which makes the tables, has the port that the stage knows.
  for (const [name, port] of [
    ['node-a', Number(stage.settings['PORT'])],
    ['node-b', await freePort()],
  ] as const) {
    nodes.push({ member: await stage.fleet.add(name, 'all', { port }), port })
  }
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let away = 0

  const ask: Nodes['ask'] = async (call) => {
    const { member, port } = random.pick(nodes)
    const life = member.isUp ? member.hostname : undefined
    const reply = await sendRequest(agent, { ...call, port }).catch((error: unknown) => String(error))
    const wasUp = life !== undefined && member.isUp && member.hostname === life
    const status = typeof reply === 'string' ? 0 : reply.status
    if (status > 0 && (status < 500 || wasUp)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status > 0 && status < 500) return reply as Reply
    if (wasUp) failures.push(`${call.method} ${call.path}: ${typeof reply === 'string' ? reply : reply.body}`)
    else away += 1
    return undefined
  }
  return {
    members: nodes.map(({ member }) => member),
    ask,
    async askUntilAnswered(call) {
      for (;;) {
        const reply = await ask(call)
        if (reply && reply.status !== 409) return reply
      }
    },
    statuses,
    get away() {
      return away
    },
    failures,
    close: () => agent.destroy(),
  }
}
