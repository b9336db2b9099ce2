// An email that crashes every thread that composes it, among harmless ones, sent by real threads.
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { call } from '../../../../test/support/requests.ts'
import { send, sendOne } from '../../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import type { Deps } from '../../../platform/deps.ts'
import { GIVEN_UP_AFTER } from '../queue/suspects.ts'
import { DEADLY } from './fixtures/orders.ts'
import { createSendThreads } from './send-threads.service.ts'
import type { SendThreads } from './send-threads.service.ts'

const NEIGHBOURS = 40

// Five threads die. Each is replaced after a pause that is twice the one before, and its emails are released a moment
// later.
const PAUSES = { firstPauseMs: 20, releaseAfterMs: 300 }

const sink = useSmtpSink()
const test = useTestApp()
let threads: SendThreads
let deps: Deps

afterEach(async () => {
  await threads.terminate()
  await deps.threads.close()
  await deps.database.close()
})

it('is given up after some threads, and all other email is sent', async () => {
  const own = await inFreshProject(test)
  const { id, domain } = await buildDomain(own)
  await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(
    test.deps.database.db,
  )
  const from = `shop@${domain}`
  const to = Array.from({ length: NEIGHBOURS }, newAddress)
  await send(own, { from, to })
  const deadly = await sendOne(own, {
    from,
    to: newAddress(),
    body: `<p>{% if true %}${DEADLY}{% endif %}</p>`,
  })

  deps = buildTestDeps(test.url, {
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    SEND_RATE_PER_SECOND: '0',
    SEND_THREADS: '2',
    PUBLIC_URL: 'https://mail.shop.test',
  })
  const entry = new URL('fixtures/deadly-thread.ts', import.meta.url)
  threads = createSendThreads(deps, {
    entry,
    isServing: true,
    least: 2,
    ...PAUSES,
  })
  await threads.start([test.url])

  const readEmail = async () =>
    (await call(own, ['GET', `/emails/${deadly.email}`])).json<{ status: string; reason: string | null }>()
  await eventually(async () => expect((await readEmail()).status).toBe('FAILED'), 100)
  expect((await readEmail()).reason).toContain(`${GIVEN_UP_AFTER} times in a row`)
  expect(await deps.metrics.render()).toContain(`lettermill_send_thread_deaths_total ${GIVEN_UP_AFTER}\n`)

  await eventually(async () => {
    const { rows } = await sql`
      select status, count(*)::int as count from all_emails where project_id = ${own.project.projectId}
      group by status order by status`.execute(test.deps.database.db)
    expect(rows).toEqual([
      { status: 'FAILED', count: 1 },
      { status: 'SENT', count: NEIGHBOURS },
    ])
  })
  expect(new Set(sink.emails.flatMap((email) => email.to))).toEqual(new Set(to))
})
