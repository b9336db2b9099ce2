import { expect, it } from 'vitest'
import { expiredSession, session } from './session.ts'

const REFUSED = new Error('Sign in to see this.')

it('shows one dialog for all requests that are refused, and lets them go on after signing in', async () => {
  const before = session.renewals()
  const waiting = [session.renewed(REFUSED, before), session.renewed(REFUSED, before)]
  expect(expiredSession.get()).toBeDefined()
  session.signedIn()
  await Promise.all(waiting)
  expect(expiredSession.get()).toBeUndefined()
})

it('shows no second dialog for a request that was made before signing in and refused after it', async () => {
  const before = session.renewals()
  const first = session.renewed(REFUSED, before)
  session.signedIn()
  await first
  await session.renewed(REFUSED, before)
  expect(expiredSession.get()).toBeUndefined()
})

it('fails what waits when the person leaves instead', async () => {
  const waiting = session.renewed(REFUSED, session.renewals())
  session.givenUp()
  await expect(waiting).rejects.toBe(REFUSED)
  expect(expiredSession.get()).toBeUndefined()
})
