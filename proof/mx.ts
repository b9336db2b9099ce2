// `npm run proof:mx`: own delivery. Workers are killed while they deliver; and a receiver that takes email as fast as it
// comes gets it as fast beside one that is silent and one that answers 421 to everything. Each receiver has an address of
// its own (127.0.0.11 and so on), which Linux has without further settings.
//
//   npm run proof:mx -- [--emails 2000] [--kills 6] [--smallest]
import { setTimeout as sleep } from 'node:timers/promises'
import { undoAll } from '../bench/harness/undo.ts'
import type { Undo } from '../bench/harness/undo.ts'
import { limitsOf } from '../src/platform/email/mx/destination-limits.ts'
import { startDnsServer } from '../test/harness/dns-server.ts'
import type { DnsServer } from '../test/harness/dns-server.ts'
import { freePort } from '../test/harness/free-port.ts'
import { auditAcknowledged, auditRepeats, copiesOf, drain, nothing } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { startLoad } from './harness/load.ts'
import type { AcknowledgedEmail } from './harness/load.ts'
import { figure } from './harness/promise-table.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'
import { startReceiver } from './mx/receivers.ts'
import type { Manner, Receiver } from './mx/receivers.ts'

const MANNERS: readonly Manner[] = ['fast', 'silent', 'busy']
const CALLERS = 20
// As a server elsewhere does.
const ANSWER_MS = 20
const MOST_SLOWER = 1.2
const DELIVERED_MS = 300_000

// A rest is two seconds at first, and grows.
const LEAST_REST_MS = 1_500

type Receivers = Record<Manner, Receiver>
type Proof = { stage: Stage; receivers: Receivers; sender: Sender; emails: number; isHeld: boolean }

const domainOf = (manner: Manner): string => `${manner}.test`
const connections = limitsOf('mx.fast.test').connections

function publish(dns: DnsServer, receivers: Receivers): void {
  for (const manner of MANNERS) {
    dns.set(domainOf(manner), 'MX', [{ exchange: `mx.${domainOf(manner)}`, priority: 10 }])
    dns.set(`mx.${domainOf(manner)}`, 'A', [receivers[manner].address])
  }
}

/** All accepted while no worker runs. */
async function accept(
  { stage, sender, emails }: Proof,
  manners: readonly Manner[],
): Promise<AcknowledgedEmail[]> {
  const loads = manners.map((manner) =>
    startLoad(stage, { sender, emails, callers: CALLERS, domain: domainOf(manner) }),
  )
  await Promise.all(loads.map(({ done }) => done))
  return loads.flatMap(({ acknowledged }) => acknowledged)
}

const workersOf = ({ fleet }: Stage) => fleet.members.filter(({ role }) => role === 'worker')

async function proveKills(proof: Proof, kills: number): Promise<Row[]> {
  const { stage, receivers, emails, sender } = proof
  const counts = new Map<string, number>()
  const load = startLoad(stage, { sender, emails, callers: CALLERS, domain: domainOf('fast') })
  for (let number = 0; number < kills; number += 1) {
    await until(() => receivers.fast.arrivals.length >= (emails * (number + 1)) / (kills + 2), {
      what: 'email arrives',
      limitMs: DELIVERED_MS,
    })
    const victim = workersOf(stage)[number % 2]
    if (!victim) throw new Error('there is no worker')
    const { hostname } = await victim.end('SIGKILL')
    counts.set(hostname, (counts.get(hostname) ?? 0) + 1)
    stage.say(`killed ${hostname}`)
    await victim.start()
  }
  await load.done
  await drain(stage)
  const copies = copiesOf(receivers.fast.arrivals)
  return [
    ...auditAcknowledged(load.acknowledged, copies),
    ...auditRepeats({ copies, kills: counts, connections }),
    limitRow(receivers.fast),
  ]
}

const limitRow = ({ most }: Receiver): Row => ({
  what: 'most connections of both workers to one receiver',
  measured: most,
  promised: `≤ ${connections}`,
  isKept: most <= connections,
})

/** The time from the first to the last email of the fast receiver. */
async function timeFast(proof: Proof, manners: readonly Manner[]): Promise<number> {
  const { stage, receivers, emails } = proof
  await Promise.all(workersOf(stage).map((worker) => worker.end('SIGTERM')))
  await accept(proof, manners)
  for (const manner of MANNERS) receivers[manner].reset()
  await Promise.all(workersOf(stage).map((worker) => worker.start()))
  await until(() => receivers.fast.arrivals.length >= emails, {
    what: 'the fast receiver has everything',
    limitMs: DELIVERED_MS,
  })
  const times = receivers.fast.arrivals.map(({ at }) => at)
  return Math.max(...times) - Math.min(...times)
}

async function proveNeighbours(proof: Proof): Promise<Row[]> {
  const { stage, receivers, isHeld } = proof
  const alone = await timeFast(proof, ['fast'])
  const beside = await timeFast(proof, MANNERS)
  // Both workers have tried the busy receiver by now, if they do not share its rest.
  await sleep(isHeld ? 20_000 : 5_000)
  const { openedAt } = receivers.busy
  // At first all its connections are tried at once.
  const settled = openedAt.filter((at) => at > (openedAt[0] ?? 0) + LEAST_REST_MS)
  const pauses = settled.slice(1).map((at, index) => at - (settled[index] ?? 0))
  const shortest = Math.min(Infinity, ...pauses)
  const { rows } = await stage.pool.query<{ reason: string }>('select reason from transport_troubles')
  const reasons = rows.map(({ reason }) => reason).filter((reason) => reason.includes('421'))
  return [
    { what: 'time of the fast receiver alone', measured: `${alone} ms` },
    figure(
      {
        what: 'the same beside a silent one and one that answers 421',
        measured: `${beside} ms`,
        promised: `≤ ${MOST_SLOWER} times`,
        isKept: beside <= MOST_SLOWER * alone,
      },
      { isHeld },
    ),
    limitRow(receivers.fast),
    {
      what: 'shortest pause between two tries of the one that answers 421, of both workers',
      measured: pauses.length === 0 ? 'only one try' : `${Math.round(shortest)} ms`,
      promised: `≥ ${LEAST_REST_MS} ms`,
      isKept: shortest >= LEAST_REST_MS,
    },
    nothing(
      'emails that the fast receiver got twice',
      receivers.fast.arrivals.length - copiesOf(receivers.fast.arrivals).size,
    ),
    { what: 'why email waits', measured: reasons[0] ?? 'not told', isKept: reasons.length > 0 },
  ]
}

await runProof(async (say) => {
  const { emails, kills, isSmallest } = readProofOptions({
    numbers: { emails: 2_000, kills: 6 },
    smallest: { emails: 100, kills: 1 },
  })
  const undo: Undo = []
  try {
    const dns = await startDnsServer()
    undo.push(() => dns.close())
    const port = await freePort()
    const start = async (manner: Manner, address: string) => {
      const receiver = await startReceiver({ address, port, manner, answerMs: ANSWER_MS })
      undo.push(() => receiver.close())
      return receiver
    }
    const receivers = {
      fast: await start('fast', '127.0.0.11'),
      silent: await start('silent', '127.0.0.12'),
      busy: await start('busy', '127.0.0.13'),
    }
    publish(dns, receivers)
    const settings = {
      MAIL_TRANSPORT: `mx:?port=${port}`,
      DNS_SERVERS: dns.address,
      ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
    }
    return await withStage({ say, settings }, async (stage) => {
      await stage.fleet.addAll()
      const sender = await makeSender(stage, 'proof-of-delivery.com')
      const proof = { stage, receivers, sender, emails, isHeld: !isSmallest }
      const killed = await proveKills(proof, kills)
      return [...killed, ...(await proveNeighbours(proof))]
    })
  } finally {
    await undoAll(undo)
  }
})
