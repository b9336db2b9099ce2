// Reports that come together: providers send the events of an email within milliseconds, and repeat what they are not sure of.
// Several workers apply them at once.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { PROVIDER_BODIES } from '../../../platform/email/feedback/providers/fixtures/provider-bodies.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import {
  makeEmailToPerson,
  readEmail,
  readSuppressions,
  readTally,
  returnPathOf,
} from '../fixtures/reports.ts'
import { doorUrl, ensureDoor, setProofs } from './doors.service.ts'
import { doorPartsOf } from './fixtures/door-parts.ts'
import { signedBody, TEST_PROOFS } from './fixtures/signed-requests.ts'
import { reportWork } from './reports.work.ts'

const test = useTestApp()
let own: TestApp
let domain: string
beforeEach(async () => {
  const parts = doorPartsOf(test)
  await setProofs(parts, { id: (await ensureDoor(parts)).id, proofs: TEST_PROOFS })
  own = await inFreshProject(test)
  ;({ domain } = await buildDomain(own))
})

const AT_ONCE = 20
type Kind = 'delivered' | 'delayed' | 'hard' | 'complained' | 'unsubscribed'

async function makeReportedEmail() {
  const made = await makeEmailToPerson(own)
  const { projectId } = own.project
  const ids = {
    recipient: made.address,
    reference: createLinkTokens(own.deps.secrets).make('report', { ids: [projectId, made.emailId] }),
    returnPath: returnPathOf(own, made.emailId, { domain }),
    messageId: `${made.emailId}@${domain}`,
  }
  return { ...made, ids }
}

type ReportedEmail = Awaited<ReturnType<typeof makeReportedEmail>>
type Provider = 'sendgrid' | 'mailgun'

/** One request, as the provider signs it; it may be sent again as it is. */
async function requestOf(provider: Provider, { ids }: ReportedEmail, kind: Kind) {
  const door = await ensureDoor(doorPartsOf(test))
  const path = doorUrl(test.deps.secrets, { door, publicUrl: '' }).replace('{provider}', provider)
  const json = PROVIDER_BODIES[provider][kind]?.(ids) as object
  return { path, ...signedBody(provider, json, test.clock.now()) }
}

type SignedRequest = Awaited<ReturnType<typeof requestOf>>

/** Sends all requests together, while several workers apply what has arrived. Returns the statuses. */
async function sendTogether(requests: readonly SignedRequest[]): Promise<number[]> {
  const work = () =>
    Promise.all(
      reportWork(test.deps).flatMap((kind) => [runDueWork(test.deps, kind), runDueWork(test.deps, kind)]),
    )
  const replies = requests.map(async ({ path, body, headers }) => {
    const { statusCode } = await call(test, ['POST', path], { key: null, body, headers })
    await work()
    return statusCode
  })
  return Promise.all(replies)
}

const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

/** How often each kind of note is in the history of the email. */
async function notesOf({ emailId }: ReportedEmail): Promise<Record<string, number>> {
  const { events } = await readEmail(own, emailId)
  return Object.fromEntries(
    Object.entries(Object.groupBy(events, ({ type }) => type)).map(([type, found]) => [
      type,
      found?.length ?? 0,
    ]),
  )
}

describe('reports that come together', () => {
  it('act once if they are the same', async () => {
    const email = await makeReportedEmail()
    const request = await requestOf('sendgrid', email, 'hard')
    const statuses = await sendTogether(Array.from({ length: AT_ONCE }, () => request))
    expect(countOf(statuses, 200)).toBe(AT_ONCE)
    expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await notesOf(email)).toMatchObject({ bounced: 1 })
    expect(await readSuppressions(own)).toMatchObject([{ email: email.address, reason: 'hard_bounce' }])
    expect(await readTally(own)).toMatchObject({ bounced: 1 })
    const { rows } = await sql`select from events where project_id = ${own.project.projectId}
      and name = 'email.bounced'`.execute(test.deps.database.db)
    expect(rows).toHaveLength(1)
  })

  it('are accepted once if their signature is for one request', async () => {
    const email = await makeReportedEmail()
    const request = await requestOf('mailgun', email, 'complained')
    const statuses = await sendTogether(Array.from({ length: AT_ONCE }, () => request))
    expect([countOf(statuses, 200), countOf(statuses, 403)]).toEqual([1, AT_ONCE - 1])
    expect(await notesOf(email)).toMatchObject({ complained: 1 })
  })

  it('each act once if they are about one email, in whatever order they are applied', async () => {
    const kinds: Kind[] = ['delivered', 'delayed', 'hard', 'complained', 'unsubscribed']
    const email = await makeReportedEmail()
    const requests = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        requestOf('sendgrid', email, kinds[n % kinds.length] ?? 'delivered'),
      ),
    )
    expect(countOf(await sendTogether(requests), 200)).toBe(AT_ONCE)
    const notes = await notesOf(email)
    expect(notes).toMatchObject({ bounced: 1, complained: 1, delayed: 1, unsubscribed: 1 })
    expect(notes['delivered'] ?? 0).toBeLessThanOrEqual(1)
    const { status } = await readEmail(own, email.emailId)
    expect(['BOUNCED', 'COMPLAINED']).toContain(status)
    const { sent = 0, delivered = 0, bounced = 0, complained = 0 } = await readTally(own)
    // It counts under one status only.
    expect([sent, delivered, bounced + complained]).toEqual([0, 0, 1])
    expect(await readSuppressions(own)).toHaveLength(1)
  })
})
