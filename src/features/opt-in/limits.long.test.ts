// The attacks of limits.test.ts, with 2,000 requests each.
import { beforeEach, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { attack, newNetwork, readConfirmationEmails, setSender } from './fixtures/opt-in-steps.ts'

const REQUESTS = 2_000
const PER_NETWORK = 50

const test = useTestApp()
let app: TestApp
beforeEach(async () => {
  app = await inFreshProject(test)
  await setSender(app)
  await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { enabled: true } } })
  test.clock.stop()
})

const attempts = (make: () => { email: string; network: string }) => Array.from({ length: REQUESTS }, make)

it('2,000 requests for one address from many networks send one confirmation', async () => {
  const email = newAddress()
  await attack(
    app,
    attempts(() => ({ email, network: newNetwork() })),
  )
  expect(await readConfirmationEmails(app)).toHaveLength(1)
})

it('2,000 requests for as many addresses from one network send as many as a network may', async () => {
  const network = newNetwork()
  await attack(
    app,
    attempts(() => ({ email: newAddress(), network })),
  )
  expect(await readConfirmationEmails(app)).toHaveLength(PER_NETWORK)
})

it('2,000 requests for as many addresses from as many networks send as many as a project may', async () => {
  await attack(
    app,
    attempts(() => ({ email: newAddress(), network: newNetwork() })),
  )
  expect(await readConfirmationEmails(app)).toHaveLength(1_000)
})
