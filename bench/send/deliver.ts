// From the queue to a recorded result: a worker that delivers a campaign to a sink on loopback, which shares the two
// cores with it and the database. Signed, against what the thread pool signs with RSA-2048 when it does nothing else;
// unsigned, against bare SMTPConnection writing ready-made bytes over as many connections.
import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { formatTimes } from '../harness/processor.ts'
import { callRate, median } from '../harness/timing.ts'
import { playUndisturbed } from '../harness/undisturbed.ts'
import { startPeer } from './peer.ts'
import type { Peer } from './peer.ts'
import { prepareCampaign, queueEmails, waitUntilRecorded } from './queue.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'
import { measureRound } from './round.ts'
import type { Round } from './round.ts'

// In each round; the floor does as many.
export const EMAILS = 12_000
export const ROUNDS = 5
// Until connections are open and the code is compiled: an email of the first 3,000 takes 1.4 ms of the node's processor time, one
// of the next 12,000 takes 0.75, and one after 30,000 takes 0.57.
export const WARM_UP_EMAILS = 12_000
// As many as delivery has.
const CONNECTIONS = 50
// A signature covers the headers of one email.
const SIGNED_BYTES = 900

const WHAT = 'campaign email of 10 kB, queue to recorded'

type Kind = {
  name: 'signed' | 'unsigned'
  floor: () => Promise<number>
  target: number
  /** Another program that sends the same emails in the same rounds. */
  peer?: Peer | undefined
}

export async function benchDelivery(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  try {
    await prepareCampaign(stage)
    await benchKind({
      stage,
      receiver,
      add,
      kind: { name: 'signed', floor: () => signFloor(stage), target: 0.5 },
    })
    const peer = stage.hasPeers
      ? await startPeer(stage, { receiver, emails: stage.sized(EMAILS) })
      : undefined
    try {
      const floor = () => connectionFloor(stage, receiver)
      await benchKind({ stage, receiver, add, kind: { name: 'unsigned', floor, target: 0.6, peer } })
    } finally {
      await peer?.stop()
    }
  } finally {
    receiver.close()
  }
}

type DeliveryCase = { stage: Stage; receiver: Receiver; kind: Kind; add: (result: Result) => void }
type RoundOfAll = { floor: number; own: Round<Pids>; peer: Round<Peer['pids']> | undefined }

/** One worker for all rounds, each in turn with its floor and the peer: a neighbour on the machine who comes and goes meets all. */
async function benchKind({ stage, receiver, kind, add }: DeliveryCase): Promise<void> {
  const worker = await startWorker(stage, receiver, kind.name === 'signed' ? '' : '?sign=false')
  try {
    const pids = { node: worker.pid, PostgreSQL: stage.databasePid, sink: receiver.pid }
    await deliverRound(stage, receiver, { emails: stage.sized(WARM_UP_EMAILS), pids })
    await kind.peer?.sendRound()
    const { rounds, repeated } = await playUndisturbed(stage.sized(ROUNDS), async () => {
      const floor = await kind.floor()
      const own = await deliverRound(stage, receiver, { emails: stage.sized(EMAILS), pids })
      return { floor, own, peer: await kind.peer?.sendRound() }
    })
    if (repeated > 0) console.log(`${repeated} more rounds: over 5 % of the time was stolen from some.`)
    report({ rounds, kind, add })
  } finally {
    await worker.stop()
  }
}

type Report = { rounds: readonly RoundOfAll[]; kind: Kind; add: (result: Result) => void }

function report({ rounds, kind, add }: Report): void {
  const timesUs = medianTimes(rounds.map(({ own }) => own))
  const rate = median(rounds.map(({ own }) => own.rate))
  add({
    what: `${WHAT}, ${kind.name}`,
    detail: formatTimes(timesUs, 'email'),
    value: rate,
    unit: 'emails/s',
    floor: median(rounds.map(({ floor }) => floor)),
    ratio: median(rounds.map(({ own, floor }) => own.rate / floor)),
    target: { ratio: kind.target },
  })
  if (kind.name === 'signed') return
  add({
    what: 'the same, processor time per email in all',
    value: timesUs.node + timesUs.PostgreSQL + timesUs.sink,
    unit: 'µs',
    target: { atMost: 430 },
  })
  const pairs = rounds.flatMap(({ own, peer }) => (peer ? [{ own, peer }] : []))
  if (kind.peer === undefined || pairs.length === 0) return
  add({
    what: `the same, beside ${kind.peer.name} to the sink without a record per email`,
    detail: formatTimes(medianTimes(pairs.map(({ peer }) => peer)), 'email'),
    value: rate,
    unit: 'emails/s',
    floor: median(pairs.map(({ peer }) => peer.rate)),
    ratio: median(pairs.map(({ own, peer }) => own.rate / peer.rate)),
  })
}

function medianTimes<Names extends Record<string, number>>(rounds: readonly Round<Names>[]): Names {
  const names = Object.keys(rounds[0]?.timesUs ?? {})
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map(({ timesUs }) => timesUs[name] ?? 0))]),
  ) as Names
}

/** A worker that sends to the receiver without a rate. */
export const startWorker = ({ settings }: Stage, { port }: Receiver, options = '') =>
  startNodeProcess(
    { ...settings, MAIL_TRANSPORT: `smtp://127.0.0.1:${port}${options}`, SEND_RATE_PER_SECOND: '0' },
    { role: 'worker' },
  )

type Pids = { node: number; PostgreSQL: number; sink: number }
type Load = { emails: number; pids: Pids; queue?: typeof queueEmails }

export const deliverRound = (
  stage: Stage,
  receiver: Receiver,
  { emails, pids, queue = queueEmails }: Load,
): Promise<Round<Pids>> =>
  measureRound(receiver, {
    emails,
    pids,
    begin: () => queue(stage, emails),
    end: () => waitUntilRecorded(stage),
  })

async function signFloor({ sized }: Stage): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(SIGNED_BYTES, 'x')
  const signOne = promisify(sign) as (
    algorithm: string,
    data: Buffer,
    key: typeof privateKey,
  ) => Promise<Buffer>
  return callRate({ callers: CONNECTIONS, calls: sized(EMAILS) }, () => signOne('sha256', data, privateKey))
}

/** Bytes that are ready beforehand, to an address, over lines that are open already. */
export async function connectionFloor({ sized }: Stage, receiver: Receiver): Promise<number> {
  const message = Buffer.from(`Subject: x\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(130)}`)
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(receiver.port)))
  const send = async () => {
    const connection = free.pop()
    if (!connection) throw new Error('more callers than connections')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.send({ from: 'a@mill.test', to: 'b@receivers.test' }, message, (error) =>
      error ? reject(error) : resolve(),
    )
    await promise
    free.push(connection)
  }
  const before = receiver.emails
  const calls = sized(EMAILS)
  const rate = await callRate({ callers: CONNECTIONS, calls }, send)
  for (const connection of free) connection.close()
  // The sink counts in another process: a late report would count for the next round.
  await receiver.waitFor(before + calls)
  return rate
}

async function connect(port: number): Promise<SMTPConnection> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, ignoreTLS: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.on('error', reject)
  connection.connect((error) => (error ? reject(error) : resolve()))
  await promise
  return connection
}
