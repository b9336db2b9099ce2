// From the queue to a recorded result: a worker that delivers a campaign to a sink on loopback, which shares the two
// cores with it and the database. Signed, against what the thread pool signs with RSA-2048 when it does nothing else;
// unsigned, against bare SMTPConnection writing ready-made bytes over as many connections.
import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { callRate } from '../harness/timing.ts'
import { queueMails } from './queue.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

const MAILS = 12_000
// Until connections are open and the code is compiled.
const WARM_UP_MAILS = 3_000
// As many as delivery has.
const CONNECTIONS = 50
// What a signature covers: the headers of one mail.
const SIGNED_BYTES = 900

export async function benchDelivery(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  try {
    const signing = await signFloor(stage)
    const signed = await deliveryRate(stage, receiver, '')
    const what = 'campaign mail of 10 kB, queue to recorded'
    add({ what: `${what}, signed`, value: signed, unit: 'mails/s', floor: signing, target: { ratio: 0.5 } })
    const connection = await connectionFloor(stage, receiver)
    const unsigned = await deliveryRate(stage, receiver, '?sign=false')
    add({
      what: `${what}, unsigned`,
      value: unsigned,
      unit: 'mails/s',
      floor: connection,
      target: { ratio: 0.5 },
    })
  } finally {
    receiver.close()
  }
}

async function deliveryRate(stage: Stage, receiver: Receiver, options: string): Promise<number> {
  const before = receiver.mails
  const [warmUp, all] = [stage.sized(WARM_UP_MAILS), stage.sized(WARM_UP_MAILS + MAILS)]
  await queueMails(stage, all)
  const worker = await startNodeProcess(
    {
      ...stage.settings,
      MAIL_TRANSPORT: `smtp://127.0.0.1:${receiver.port}${options}`,
      SEND_RATE_PER_SECOND: '0',
    },
    { role: 'worker' },
  )
  try {
    await receiver.waitFor(before + warmUp)
    const began = performance.now()
    const warm = receiver.mails
    await receiver.waitFor(before + all)
    await waitUntilRecorded(stage)
    return ((before + all - warm) / (performance.now() - began)) * 1000
  } finally {
    await worker.stop()
  }
}

async function waitUntilRecorded({ pool }: Stage): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: string }>('select count(*) from email_queue')
    if (Number(rows[0]?.count) === 0) return
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
  return callRate({ callers: CONNECTIONS, calls: sized(MAILS) }, () => signOne('sha256', data, privateKey))
}

/** Bytes that are ready beforehand, to an address, over lines that are open already. */
async function connectionFloor({ sized }: Stage, receiver: Receiver): Promise<number> {
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
  const rate = await callRate({ callers: CONNECTIONS, calls: sized(MAILS) }, send)
  for (const connection of free) connection.close()
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
