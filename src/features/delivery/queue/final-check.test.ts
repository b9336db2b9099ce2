// When a worker checks a claimed email again, and the result.
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
import { INSTANCE_ROUTE } from '../../transports/index.ts'

const OWNER = 'this worker'
const test = useTestApp()
let own: TestApp
let finalCheck: FinalCheck
let email: ClaimedEmail

async function claimOne(): Promise<ClaimedEmail> {
  const { db } = own.deps.database
  const lanes = (await listDueLanes(db, INSTANCE_ROUTE)).filter(
    ({ projectId }) => projectId === own.project.projectId,
  )
  const options = {
    lanes,
    owner: OWNER,
    room: 1,
    leaseSeconds: 60,
    routeId: INSTANCE_ROUTE,
    transport: 'test',
    ratePerSecond: 0,
  }
  const { emails } = await db.transaction().execute((trx) => claimEmails(trx, options))
  if (!emails[0]) throw new Error('nothing was claimed')
  return emails[0]
}

/** A claimed email to an address that was suppressed afterwards. */
beforeEach(async () => {
  own = await inFreshProject(test)
  finalCheck = createFinalCheck({ ...test.deps, owner: OWNER, freshMs: 60_000 })
  const contact = await buildContact(own)
  await makeEmail(own, { address: contact.email, contactId: contact.id })
  email = await claimOne()
  await call(own, ['POST', '/suppressions'], { body: { email: contact.email } })
})

const suppressed = {
  suppressedFor: 'manual',
  isWithdrawn: false,
  isContactGone: false,
  subscription: 'SUBSCRIBED',
}

describe('an email that was claimed', () => {
  it('a moment ago is as the claim found it', async () => {
    expect(await finalCheck.check(email, leaseTime())).toBeUndefined()
  })

  it('a while ago is checked', async () => {
    expect(await finalCheck.check(email, leaseTime() - 60_001)).toMatchObject(suppressed)
  })

  it('before a withdrawal in its project is checked', async () => {
    const claimedAt = leaseTime()
    finalCheck.invalidate([newId<ProjectId>(test.clock.now())])
    expect(await finalCheck.check(email, claimedAt)).toBeUndefined()
    finalCheck.invalidate([newId<ProjectId>(test.clock.now()), own.project.projectId])
    expect(await finalCheck.check(email, claimedAt)).toMatchObject(suppressed)
    expect(await finalCheck.check(email, leaseTime() + 1)).toBeUndefined()
  })

  it('before the listener reconnected is checked', async () => {
    const claimedAt = leaseTime()
    finalCheck.invalidate([])
    expect(await finalCheck.check(email, claimedAt)).toMatchObject(suppressed)
  })

  it('and lost to another worker is withdrawn, whatever else has changed', async () => {
    const refs = [{ projectId: email.project_id, emailId: email.id, fence: email.fence }]
    await releaseEmails(test.deps.database.db, { owner: OWNER, refs })
    expect(await finalCheck.check(email, -Infinity)).toMatchObject({ isWithdrawn: true })
  })

  it('and still wanted is not changed, beside one that is not', async () => {
    await makeEmail(own)
    const other = await claimOne()
    const found = await Promise.all([finalCheck.check(email, -Infinity), finalCheck.check(other, -Infinity)])
    expect(found).toMatchObject([suppressed, undefined])
  })
})
