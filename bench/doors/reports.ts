// Events per second that the feedback door accepts, from the request to the answer: with a signature (SendGrid) and without
// (SparkPost), one event per request and a hundred. The effects come later and are not measured. The floor is driver, pool
// and database alone: the same rows into provider_reports, with as many per statement and commit.
import { openDatabase } from '../../src/platform/db/client.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'
import { createLinkTokens } from '../../src/platform/secrets/link-tokens.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { newId } from '../../src/platform/ids.ts'
import { doorUrl, ensureDoor, setProofs } from '../../src/features/feedback/index.ts'
import { signedBody, TEST_PROOFS } from '../../src/features/feedback/door/fixtures/signed-requests.ts'
import { PROVIDER_BODIES } from '../../src/platform/email/feedback/providers/fixtures/provider-bodies.ts'
import { CALLERS, FLOOR_PROJECT, insertRate } from '../harness/insert-floor.ts'
import { postAll } from '../harness/post-load.ts'
import type { Result } from '../harness/result.ts'
import { ENCRYPTION_KEY } from '../harness/stage.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'

const EMAILS = 5_000
const ROUNDS = 5
const EVENTS_PER_ROUND = 5_000
const BATCH = 100

type Provider = 'sendgrid' | 'sparkpost'

type Door = { pathOf: (provider: Provider) => string; eventsOf: (provider: Provider) => unknown[] }

export async function benchReports(stage: Stage, add: (result: Result) => void): Promise<void> {
  const door = await prepare(stage)
  for (const events of [1, BATCH]) await benchSize(stage, { door, events, add })
}

type Size = { door: Door; events: number; add: (result: Result) => void }

/** Floor, unsigned and signed in turn, so that other load on the machine affects all. */
async function benchSize(stage: Stage, { door, events, add }: Size): Promise<void> {
  const rounds: { floor: number; unsigned: number; signed: number }[] = []
  // The first round warms up.
  for (let round = 0; round <= stage.sized(ROUNDS); round += 1) {
    const measured = {
      floor: await floorOf(stage, events),
      unsigned: await rateOf(stage, { provider: 'sparkpost', events, door }),
      signed: await rateOf(stage, { provider: 'sendgrid', events, door }),
    }
    if (round > 0) rounds.push(measured)
    await stage.pool.query('truncate provider_reports')
  }
  const share = median(rounds.map(({ signed, unsigned }) => signed / unsigned))
  for (const kind of ['unsigned', 'signed'] as const) {
    add({
      what: `events of providers, ${kind}, ${events} per request, ${CALLERS} connections`,
      ...(kind === 'signed' && { detail: `${share.toFixed(2)} of unsigned` }),
      value: median(rounds.map((round) => round[kind])),
      unit: 'events/s',
      floor: median(rounds.map(({ floor }) => floor)),
      ratio: median(rounds.map((round) => round[kind] / round.floor)),
    })
  }
}

/** The door with its keys, and an event about each of many emails that were sent. */
async function prepare({ pool, databaseUrl, sized }: Stage): Promise<Door> {
  const secrets = createSecrets(ENCRYPTION_KEY)
  const database = openDatabase({ urls: [databaseUrl], poolSize: 1, log: createLog('silent') })
  try {
    const now = new Date()
    const parts = { db: database.db, secrets, now }
    const { id } = await ensureDoor(parts)
    await setProofs(parts, { id, proofs: TEST_PROOFS })
    const url = doorUrl(secrets, { door: await ensureDoor(parts), publicUrl: '' })
    const { rows } = await pool.query<{ id: string }>('select id from projects limit 1')
    const projectId = rows[0]?.id ?? ''
    const ids = Array.from({ length: sized(EMAILS) }, () => newId(now) as string)
    await pool.query(
      `insert into emails (project_id, id, content_id, lane, attempts, status, source, address, sent_at)
       select $1, id, id, 0, 1, 'SENT', 'TRANSACTIONAL', 'ada@receivers.test', now() from unnest($2::uuid[]) as g (id)`,
      [projectId, ids],
    )
    const tokens = createLinkTokens(secrets)
    const reported = ids.map((emailId) => ({
      recipient: 'ada@receivers.test',
      reference: tokens.make('report', { ids: [projectId, emailId] }),
      returnPath: '',
      messageId: `${emailId}@mill.test`,
    }))
    return {
      pathOf: (provider) => url.replace('{provider}', provider),
      eventsOf: (provider) =>
        reported.flatMap((email) => PROVIDER_BODIES[provider].delivered?.(email) as unknown[]),
    }
  } finally {
    await database.close()
  }
}

type ReportLoad = { provider: Provider; events: number; door: Door }

/** Signed before the clock runs. */
async function rateOf(stage: Stage, { provider, events, door }: ReportLoad): Promise<number> {
  const all = door.eventsOf(provider)
  const requests = stage.sized(EVENTS_PER_ROUND / events)
  const signed = Array.from({ length: requests }, (_, n) => {
    const part = Array.from({ length: events }, (_one, m) => all[(n * events + m) % all.length])
    return signedBody(provider, part, new Date())
  })
  const { perSecond } = await postAll({
    address: stage.node.address,
    key: stage.settings['BOOTSTRAP_SECRET_KEY'] ?? '',
    path: door.pathOf(provider),
    callers: CALLERS,
    bodies: signed.map(({ body }) => body.toString()),
    headers: signed.map(({ headers: { 'content-type': _type, ...own } }) => own),
  })
  return perSecond * events
}

const EVENT = JSON.stringify({
  kind: 'delivered',
  recipient: 'ada@receivers.test',
  reference: 'r'.repeat(66),
  returnPath: null,
  messageId: null,
  status: null,
  text: '250 OK',
})

async function floorOf(stage: Stage, events: number): Promise<number> {
  const insert = {
    text: `insert into provider_reports (project_id, email_id, is_delivery, provider, event)
      select $1, gen_random_uuid(), true, 'sendgrid', $2::jsonb from generate_series(1, $3::int)`,
    valuesOf: () => [FLOOR_PROJECT, EVENT, events],
  }
  const calls = stage.sized(EVENTS_PER_ROUND / events)
  return (await insertRate(stage, insert, { callers: CALLERS, calls })) * events
}
