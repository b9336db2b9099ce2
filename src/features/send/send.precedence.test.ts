// Which value an email shows if the call, the contact and its data use the same name.
import { expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { useDelivery } from '../../../test/support/delivery.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, runWorkflows, track } from '../../../test/support/workflows.ts'

const test = useTestApp()
const delivery = useDelivery(test)

it('an email shows the data of its call, and the contact as contact', async () => {
  const contact = await buildContact(test, { subscribed: true, data: { plan: 'pro', id: 'x' } })
  const { email } = await sendOne(test, {
    to: contact.email,
    subject: 'Reset {{ id }} {{ subscribed }} {{ items[0].title }}',
    body: '<p>{{ email }} {{ contact.email }} {{ contact.id }} {{ contact.data.plan }} {{ data.plan }}</p>',
    data: {
      id: 'ORDER-1',
      email: 'desk@shop.test',
      subscribed: 'no',
      plan: 'free',
      items: [{ title: 'Tea' }],
    },
  })
  await delivery.drain()
  expect((await readEmail(test, email)).subject).toBe('Reset ORDER-1 no Tea')
  const content = await call(test, ['GET', `/emails/${email}/content`])
  expect(content.json<{ html: string }>().html).toContain(
    `<p>desk@shop.test ${contact.email} ${contact.id} pro free</p>`,
  )
})

it('an email shows the contact where its call says nothing, whatever the data of the contact says', async () => {
  const contact = await buildContact(test, { data: { id: 'x', email: 'y', contact: 'z' } })
  const { email } = await sendOne(test, {
    to: contact.email,
    subject: '{{ id }} {{ email }} {{ contact.email }} {{ data.contact }}',
  })
  await delivery.drain()
  expect((await readEmail(test, email)).subject).toBe(`${contact.id} ${contact.email} ${contact.email} z`)
})

it('an email shows a contact that its call brings', async () => {
  const { email } = await sendOne(test, {
    subject: '{{ contact.email }} {{ contact.data.plan }}',
    data: { contact: { email: 'sales@shop.test' } },
  })
  await delivery.drain()
  expect((await readEmail(test, email)).subject).toBe('sales@shop.test ')
})

it('an email of a workflow shows the data of its event', async () => {
  const app = await inFreshProject(test)
  const config = {
    subject: 'Order {{ id }} of {{ contact.email }}',
    body: '<p>Thanks</p>',
    from: 'a@app.example',
    type: 'TRANSACTIONAL',
  }
  await buildEnabled(app, { steps: [{ id: 'thanks', type: 'SEND_EMAIL', config }] })
  await track(app, 'go', { email: 'ann@example.com', data: { id: 'ORDER-1' } })
  await runWorkflows(app.deps)
  await delivery.drain()
  const { emails } = (await call(app, ['GET', '/emails'])).json<{ emails: { subject: string }[] }>()
  expect(emails.map(({ subject }) => subject)).toEqual(['Order ORDER-1 of ann@example.com'])
})
