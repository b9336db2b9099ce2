// When a worker asks again about an email that it has claimed, and what it hears.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { claimEmails, listDueLanes } from './claim.queries.ts'
import type { ClaimedEmail } from './claim.queries.ts'
import { createFinalCheck } from './final-check.service.ts'
import type { FinalCheck } from './final-check.service.ts'
import { releaseEmails } from './lease.queries.ts'
import { leaseTime } from './leases.ts'

const OWNER = 'this worker'
const test = useTestApp()
let own: TestApp
let look: FinalCheck
let email: ClaimedEmail

async function claimOne(): Promise<ClaimedEmail> {
  const { db } = own.deps.database
  const lanes = (await listDueLanes(db)).filter(({ projectId }) => projectId === own.project.projectId)
  const options = { lanes, owner: OWNER, room: 1, leaseSeconds: 60, transport: 'test', ratePerSecond: 0 }
  const { emails } = await db.transaction().execute((trx) => claimEmails(trx, options))
  if (!emails[0]) throw new Error('nothing was claimed')
  return emails[0]
}

/** Claimed, and to an address that has been suppressed since. */
beforeEach(async () => {
  own = await inFreshProject(test)
  look = createFinalCheck({ ...test.deps, owner: OWNER, freshMs: 60_000 })
  const contact = await buildContact(own)
  await makeEmail(own, { address: contact.email, contactId: contact.id })
  email = await claimOne()
  await call(own, ['POST', '/suppressions'], { body: { email: contact.email } })
})

const suppressed = { suppressedFor: 'manual', isWithdrawn: false, isContactGone: false, isSubscribed: true }

describe('an email that was claimed', () => {
  it('a moment ago is as the claim found it', async () => {
    expect(await look.ask(email, leaseTime())).toBeUndefined()
  })

  it('a while ago is asked about', async () => {
    expect(await look.ask(email, leaseTime() - 60_001)).toMatchObject(suppressed)
  })

  it('before a word about its project is asked about', async () => {
    const claimedAt = leaseTime()
    look.doubt([newId<ProjectId>(test.clock.now())])
    expect(await look.ask(email, claimedAt)).toBeUndefined()
    look.doubt([newId<ProjectId>(test.clock.now()), own.project.projectId])
    expect(await look.ask(email, claimedAt)).toMatchObject(suppressed)
    expect(await look.ask(email, leaseTime() + 1)).toBeUndefined()
  })

  it('before a time in which no word could be heard is asked about', async () => {
    const claimedAt = leaseTime()
    look.doubt([])
    expect(await look.ask(email, claimedAt)).toMatchObject(suppressed)
  })

  it('and lost to somebody else is withdrawn, whatever else has changed', async () => {
    const refs = [{ projectId: email.project_id, emailId: email.id, fence: email.fence }]
    await releaseEmails(test.deps.database.db, { owner: OWNER, refs })
    expect(await look.ask(email, -Infinity)).toMatchObject({ isWithdrawn: true })
  })

  it('and still wanted is not changed, beside one that is not', async () => {
    await makeEmail(own)
    const other = await claimOne()
    const found = await Promise.all([look.ask(email, -Infinity), look.ask(other, -Infinity)])
    expect(found).toMatchObject([suppressed, undefined])
  })
})
