import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { buildEnabled, runWorkflows, track } from '../../../../../test/support/workflows.ts'
import { createConnectionLimit } from '../../../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../../../platform/email/transport.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const email = (subject: string, next?: string) => ({
  id: subject,
  type: 'SEND_EMAIL',
  config: { subject, body: '<p>Hello</p>', from: 'a@app.example', type: 'TRANSACTIONAL' },
  next,
})

/** Takes longer for earlier emails, on as many connections as there are emails. */
function slowAtFirst(arrived: string[]): Transport {
  return {
    name: 'inbox',
    limit: createConnectionLimit(),
    async send({ to }, bytes) {
      const subject = /^Subject: (.*)$/m.exec(bytes.toString())?.[1]?.trim() ?? ''
      await sleep(subject === 'one' ? 100 : subject === 'two' ? 50 : 0)
      arrived.push(`${to} ${subject}`)
      return { kind: 'accepted', reply: { code: 250, enhancedCode: null, text: 'ok' }, isDelivered: true }
    },
    close: () => Promise.resolve(),
  }
}

describe('emails that an execution sends in a row', () => {
  it('arrive in the order of their steps', async () => {
    const app = await inFreshProject(test)
    await buildEnabled(app, { steps: [email('one', 'two'), email('two', 'three'), email('three')] })
    const contacts = await Promise.all(Array.from({ length: 10 }, () => buildContact(app)))
    for (const contact of contacts) await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    const arrived: string[] = []
    await delivery.drain(slowAtFirst(arrived))
    const orders = contacts.map((contact) =>
      arrived.filter((line) => line.startsWith(contact.email)).map((line) => line.split(' ')[1]),
    )
    expect(orders).toEqual(contacts.map(() => ['one', 'two', 'three']))
  })

  it('do not wait for one that is deferred', async () => {
    const app = await inFreshProject(test)
    await buildEnabled(app, { steps: [email('one', 'two'), email('two')] })
    await track(app, 'go', { email: (await buildContact(app)).email })
    await runWorkflows(app.deps)
    await sql`
      update email_queue set status = 'DEFERRED', run_at = run_at + interval '1 day'
      where project_id = ${app.project.projectId} and after_email_id is null`.execute(app.deps.database.db)
    const arrived: string[] = []
    await delivery.drain(slowAtFirst(arrived))
    expect(arrived.map((line) => line.split(' ')[1])).toEqual(['two'])
  })
})
