// `npm run proof:objects`: emails with attachments in an object store, while nodes, the database and the store fail. Every
// acknowledged email arrives with its attachment, and afterwards store and database know the same objects.
//
//   npm run proof:objects -- [--emails 3000] [--faults 12] [--seed 1] [--smallest]
import { randomBytes } from 'node:crypto'
import { MOST_CONNECTIONS } from '../src/platform/email/smtp/connection-limit.ts'
import { startS3Server } from '../test/harness/s3-server.ts'
import type { S3Fault, S3Server } from '../test/harness/s3-server.ts'
import { auditAcknowledged, auditRepeats, auditTables, copiesOf, drain, nothing } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import { FAULTS, HARD_FAULTS, runFaults } from './harness/faults.ts'
import type { FaultKind, Faults } from './harness/faults.ts'
import { startLoad } from './harness/load.ts'
import type { AcknowledgedEmail, Load } from './harness/load.ts'
import type { Row } from './harness/promise-table.ts'
import { createRandom } from './harness/random.ts'
import type { Random } from './harness/random.ts'
import { makeSender, orderEmail } from './harness/sender.ts'
import type { Sender } from './harness/sender.ts'
import { withStage } from './harness/stage.ts'
import type { Stage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const CALLERS = 10
const RECEIVER_MS = 200

/** The size of each attachment. Its bytes are random, so that all are different and none gets smaller. */
const ATTACHED_BYTES = 40_000

// A node leaves the store alone for five seconds after most of these, so more of them would keep it from being used at all.
const FAULTS_PER_REQUEST = 0.02
const STORE_FAULTS: readonly S3Fault[] = [
  { status: 503, code: 'SlowDown' },
  { status: 500, code: 'InternalError' },
  'half the request',
  'half the answer',
  'a wrong byte',
  'no answer',
  'drop',
]

/** The object that says which database the bucket belongs to. */
const MARKER = 'lettermill-installation'

type Proof = { stage: Stage; s3: S3Server; random: Random }

const emailWithAttachment = (sender: Sender, recipient: { to: string; number: number }) => ({
  ...orderEmail(sender, recipient),
  attachments: [
    { filename: `order-${recipient.number}.bin`, content: randomBytes(ATTACHED_BYTES).toString('base64') },
  ],
})

/** Fails at random while callers send, and all the time in the third quarter of it. */
function breakStore({ s3, random }: Proof, progress: () => number): void {
  const isAway = () => progress() > 0.5 && progress() < 0.75
  s3.fault = () => {
    if (isAway()) return 'drop'
    return random.next() < FAULTS_PER_REQUEST ? random.pick(STORE_FAULTS) : undefined
  }
}

async function proveObjects(proof: Proof, size: { emails: number; faults: number }): Promise<Row[]> {
  const { stage, s3, random } = proof
  await stage.fleet.addAll()
  const sender = await makeSender(stage, 'proof-of-objects.com')
  stage.sink.answerAfter(RECEIVER_MS)
  stage.say('An api and two workers are up; sending')
  const load = startLoad(stage, { sender, ...size, callers: CALLERS, toEmail: emailWithAttachment })
  const progress = () => load.acknowledged.length / size.emails
  breakStore(proof, progress)
  const [faults] = await Promise.all([
    runFaults(stage, { kinds: HARD_FAULTS, count: size.faults, random, progress }),
    load.done,
  ])
  stage.say('100 %  all acknowledged; waiting for what is queued and for the leases of the killed')
  s3.fault = () => undefined
  await drain(stage)
  return [
    ...Object.entries(faults.counts).map(([kind, count]) => ({
      what: FAULTS[kind as FaultKind],
      measured: count,
    })),
    ...(await auditEmails(stage, { acknowledged: load.acknowledged, faults })),
    ...(await auditObjects(proof)),
  ]
}

type Outcome = { acknowledged: Load['acknowledged']; faults: Faults }

async function auditEmails(stage: Stage, { acknowledged, faults }: Outcome): Promise<Row[]> {
  const copies = copiesOf(stage.sink.arrivals)
  const isBare = ({ emailId }: AcknowledgedEmail) =>
    (copies.get(emailId) ?? []).some(({ bytes }) => bytes < ATTACHED_BYTES)
  return [
    ...auditAcknowledged(acknowledged, copies),
    nothing('emails that came without their attachment', acknowledged.filter(isBare).length),
    ...auditRepeats({ copies, kills: faults.kills, connections: MOST_CONNECTIONS }),
    ...(await auditTables(stage, acknowledged, { mayWait: true })),
  ]
}

async function readKeys({
  pool,
}: Stage): Promise<{ used: Set<string>; unused: Set<string>; inTables: number }> {
  const { rows: used } = await pool.query<{ key: string | null }>('select object_key as key from blobs')
  const { rows: unused } = await pool.query<{ key: string }>('select key from unused_objects')
  const keys = used.flatMap(({ key }) => (key === null ? [] : [key]))
  return {
    used: new Set(keys),
    unused: new Set(unused.map(({ key }) => key)),
    inTables: used.length - keys.length,
  }
}

async function auditObjects({ stage, s3 }: Proof): Promise<Row[]> {
  const { used, unused, inTables } = await readKeys(stage)
  const stored = new Set(await s3.keys())
  const missing = [...used].filter((key) => !stored.has(key))
  const forgotten = [...stored].filter((key) => key !== MARKER && !used.has(key) && !unused.has(key))
  return [
    { what: 'requests to the store', measured: s3.requests.length },
    { what: 'attachments in the store', measured: used.size },
    { what: 'attachments in PostgreSQL, because the store had failed', measured: inTables },
    { what: 'objects to delete, because their writing or their transaction failed', measured: unused.size },
    nothing('attachments whose object is not in the store', missing.length),
    nothing('objects in the store that no row knows', forgotten.length),
    ...(await proveDeletion({ stage, s3, unused })),
  ]
}

type Deletion = { stage: Stage; s3: S3Server; unused: ReadonlySet<string> }

/** Only objects that nobody needs leave the store, once they are due. */
async function proveDeletion({ stage: { pool, say }, s3, unused }: Deletion): Promise<Row[]> {
  say('Making the unused objects due')
  const before = (await s3.keys()).filter((key) => !unused.has(key))
  await pool.query('update unused_objects set due_at = now()')
  // A job deletes them within a minute.
  await until(async () => (await pool.query('select from unused_objects limit 1')).rowCount === 0, {
    what: 'unused objects are deleted',
    limitMs: 300_000,
  })
  const after = new Set(await s3.keys())
  return [
    nothing('unused objects that are left', [...unused].filter((key) => after.has(key)).length),
    nothing('used objects that were deleted', before.filter((key) => !after.has(key)).length),
  ]
}

await runProof(async (say) => {
  const { emails, faults, seed } = readProofOptions({
    numbers: { emails: 3_000, faults: 12 },
    smallest: { emails: 120, faults: 1 },
  })
  say(`Seed ${seed}`)
  const s3 = await startS3Server()
  try {
    return await withStage({ say, callers: CALLERS, settings: { OBJECT_STORE: s3.setting } }, (stage) =>
      proveObjects({ stage, s3, random: createRandom(seed) }, { emails, faults }),
    )
  } finally {
    await s3.close()
  }
})
