// The recipe of docs/workflows.md: contacts are NEVER_ASKED until they confirm, never LEFT.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call } from '../../../../../test/support/requests.ts'
import { sendOne } from '../../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'

const test = useTestApp()
const DAY = 86_400_000
const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../../docs/workflows.md'), 'utf8')
const RECIPE = /^## Double opt-in\n[^]*?```json\n([^]*?)```/m.exec(PAGE)?.[1] ?? ''

const OWN = { from: undefined, subject: undefined, body: undefined }

/** Acts like a server after a visitor has submitted the form. */
async function requestSubscription(app: TestApp) {
  const sender = { from: 'shop@shop.test' }
  await buildTemplate(app, {
    ...sender,
    alias: 'confirm-subscription',
    type: 'TRANSACTIONAL',
    body: '<a href="{{ subscribeUrl }}">Yes, please</a>',
  })
  await buildTemplate(app, { ...sender, alias: 'welcome', type: 'MARKETING' })
  const { id } = await buildEnabled(app, JSON.parse(RECIPE) as object)
  const to = newAddress()
  const sent = await sendOne(app, { ...OWN, to, template: 'confirm-subscription' })
  await track(app, 'newsletter.requested', { email: to })
  await runWorkflows(app.deps)
  const state = async () => {
    const reply = await call(app, ['GET', `/contacts/${sent.contact.id}`])
    return reply.json<{ subscriptionState: string }>().subscriptionState
  }
  const execution = async () => (await readExecutions(app, id))[0]
  return { emailId: sent.email, state, execution }
}

/** Presses the button of the page that an email leads to. */
async function confirm(app: TestApp, emailId: string): Promise<void> {
  const { html } = (await call(app, ['GET', `/emails/${emailId}/content`])).json<{ html: string }>()
  const url = new URL(/href="([^"]+)"/.exec(html)?.[1] ?? '')
  const reply = await app.app.inject({ method: 'POST', url: url.pathname })
  expect(reply.statusCode).toBe(200)
}

describe('double opt-in by a workflow', () => {
  it('welcomes a contact that confirms and was NEVER_ASKED until then', async () => {
    const app = await inFreshProject(test)
    const { emailId, state, execution } = await requestSubscription(app)
    expect([await state(), (await execution())?.status]).toEqual(['NEVER_ASKED', 'WAITING'])
    await confirm(app, emailId)
    await runWorkflows(app.deps)
    expect(await state()).toBe('SUBSCRIBED')
    expect(await execution()).toMatchObject({
      status: 'COMPLETED',
      history: [{ stepId: 'confirmed' }, { stepId: 'welcome', output: { status: 'QUEUED' } }],
    })
  })

  it('reminds once, and leaves a contact that does not answer NEVER_ASKED', async () => {
    const app = await inFreshProject(test)
    const { state, execution } = await requestSubscription(app)
    app.clock.advance(2 * DAY)
    await runWorkflows(app.deps)
    const reminded = await execution()
    expect(reminded?.history[1]).toMatchObject({ stepId: 'remind', output: { status: 'QUEUED' } })
    app.clock.advance(7 * DAY)
    await runWorkflows(app.deps)
    const ended = await execution()
    expect([ended?.status, ended && pathOf(ended)]).toEqual([
      'COMPLETED',
      ['confirmed', 'remind', 'confirmed-later'],
    ])
    expect(await state()).toBe('NEVER_ASKED')
    app.clock.advance(-9 * DAY)
  })
})
