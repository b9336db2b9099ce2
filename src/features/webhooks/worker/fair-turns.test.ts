// One project with many endpoints that do not answer, beside another one.
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import {
  createWebhook,
  handleAnnouncements,
  LOOPBACK_ALLOWED,
  track,
} from '../../../../test/support/webhooks.ts'
import { startWorkLoop } from '../../../platform/work/work-loop.ts'
import { createWebhookWork } from './worker.service.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

// More than a node serves at a time; and how many of one project it serves.
const ENDPOINTS = 40
const MOST_SERVED = 8

const countServed = async ({ project }: TestApp): Promise<number> => {
  const { rows } = await sql`
    select from webhook_turns where project_id = ${project.projectId} and attempts > 0`.execute(
    test.deps.database.db,
  )
  return rows.length
}

it('a project whose endpoints are all busy leaves room for the others', async () => {
  const [large, bystander] = [await inFreshProject(test), await inFreshProject(test)]
  const release = Promise.withResolvers<void>()
  const slow = new Set<string>()
  for (let count = 0; count < ENDPOINTS; count += 1) {
    const { url } = await createWebhook(large, { url: receiver.newUrl(), events: ['bought'] })
    slow.add(url)
  }
  const { url: quick } = await createWebhook(bystander, { url: receiver.newUrl(), events: ['bought'] })
  receiver.answer = async ({ path }) => {
    if (slow.has(`${receiver.url}${path}`)) await release.promise
    return { status: 200 }
  }
  for (let count = 0; count < 3; count += 1) await track(large, 'bought')
  await handleAnnouncements(test)
  const worker = startWorkLoop(test.deps, createWebhookWork(test.deps))
  onTestFinished(async () => {
    release.resolve()
    await worker.stop()
  })
  await eventually(async () => expect(await countServed(large)).toBeGreaterThanOrEqual(MOST_SERVED))

  await track(bystander, 'bought')
  await handleAnnouncements(test)
  await eventually(() => expect(receiver.at(quick)).toHaveLength(1))
  expect(await countServed(large)).toBe(MOST_SERVED)

  release.resolve()
  await eventually(() => expect(receiver.requests).toHaveLength(3 * ENDPOINTS + 1))
})
