import { expect, it } from 'vitest'
import { expiredSession, session } from './session.ts'

const REFUSED = new Error('Sign in to see this.')

it('shows one dialog for all requests that are refused, and repeats them after signing in', async () => {
  const before = session.renewals()
  const waiting = [session.waitForRenewal(REFUSED, before), session.waitForRenewal(REFUSED, before)]
  expect(expiredSession.get()).toBeDefined()
  session.renew()
  await Promise.all(waiting)
  expect(expiredSession.get()).toBeUndefined()
})

it('shows no second dialog for a request that was made before signing in and refused after it', async () => {
  const before = session.renewals()
  const first = session.waitForRenewal(REFUSED, before)
  session.renew()
  await first
  await session.waitForRenewal(REFUSED, before)
  expect(expiredSession.get()).toBeUndefined()
})

it('rejects waiting requests when the user leaves instead', async () => {
  const waiting = session.waitForRenewal(REFUSED, session.renewals())
  session.abandon()
  await expect(waiting).rejects.toBe(REFUSED)
  expect(expiredSession.get()).toBeUndefined()
})
