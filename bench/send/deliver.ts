// From the queue to a recorded result: a worker that delivers a campaign to a sink on loopback, which shares the two
// cores with it and the database. Signed, against what the thread pool signs with RSA-2048 when it does nothing else;
// unsigned, against bare SMTPConnection writing ready-made bytes over as many connections.
import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { formatTimes, processorClock } from '../harness/processor.ts'
import { callRate, median } from '../harness/timing.ts'
import { prepareCampaign, queueEmails, waitUntilRecorded } from './queue.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

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

type Kind = { name: 'signed' | 'unsigned'; floor: () => Promise<number>; target: number }

export async function benchDelivery(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  try {
    await prepareCampaign(stage)
    const kinds: Kind[] = [
      { name: 'signed', floor: () => signFloor(stage), target: 0.5 },
      { name: 'unsigned', floor: () => connectionFloor(stage, receiver), target: 0.6 },
    ]
    for (const kind of kinds) await benchKind({ stage, receiver, kind, add })
  } finally {
    receiver.close()
  }
}

type DeliveryCase = { stage: Stage; receiver: Receiver; kind: Kind; add: (result: Result) => void }

/** One worker for all rounds, each in turn with its floor: a neighbour on the machine who comes and goes meets both. */
async function benchKind({ stage, receiver, kind, add }: DeliveryCase): Promise<void> {
  const worker = await startWorker(stage, receiver, kind.name === 'signed' ? '' : '?sign=false')
  try {
    const pids = { node: worker.pid, PostgreSQL: stage.databasePid, sink: receiver.pid }
    await deliverRound(stage, receiver, { emails: stage.sized(WARM_UP_EMAILS), pids })
    const rounds: (Round & { floor: number })[] = []
    for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
      const floor = await kind.floor()
      rounds.push({ floor, ...(await deliverRound(stage, receiver, { emails: stage.sized(EMAILS), pids })) })
    }
    const timesUs = {
      node: median(rounds.map(({ timesUs }) => timesUs.node)),
      PostgreSQL: median(rounds.map(({ timesUs }) => timesUs.PostgreSQL)),
      sink: median(rounds.map(({ timesUs }) => timesUs.sink)),
    }
    add({
      what: `${WHAT}, ${kind.name}`,
      detail: formatTimes(timesUs, 'email'),
      value: median(rounds.map(({ rate }) => rate)),
      unit: 'emails/s',
      floor: median(rounds.map(({ floor }) => floor)),
      ratio: median(rounds.map(({ rate, floor }) => rate / floor)),
      target: { ratio: kind.target },
    })
    if (kind.name === 'signed') return
    const inAll = timesUs.node + timesUs.PostgreSQL + timesUs.sink
    add({
      what: 'the same, processor time per email in all',
      value: inAll,
      unit: 'µs',
      target: { atMost: 430 },
    })
  } finally {
    await worker.stop()
  }
}

/** A worker that sends to the receiver without a rate. */
export const startWorker = ({ settings }: Stage, { port }: Receiver, options = '') =>
  startNodeProcess(
    { ...settings, MAIL_TRANSPORT: `smtp://127.0.0.1:${port}${options}`, SEND_RATE_PER_SECOND: '0' },
    { role: 'worker' },
  )

type Times = { node: number; PostgreSQL: number; sink: number }
type Round = { rate: number; timesUs: Times }
type Load = { emails: number; pids: Times; queue?: typeof queueEmails }

export async function deliverRound(
  stage: Stage,
  receiver: Receiver,
  { emails, pids, queue = queueEmails }: Load,
): Promise<Round> {
  const before = receiver.emails
  await queue(stage, emails)
  await receiver.waitFor(before + 1)
  const began = performance.now()
  const used = processorClock(pids)
  const first = receiver.emails
  await receiver.waitFor(before + emails)
  await waitUntilRecorded(stage)
  const measured = before + emails - first
  const { node, PostgreSQL, sink } = used()
  return {
    rate: (measured / (performance.now() - began)) * 1000,
    timesUs: { node: node / measured, PostgreSQL: PostgreSQL / measured, sink: sink / measured },
  }
}

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
