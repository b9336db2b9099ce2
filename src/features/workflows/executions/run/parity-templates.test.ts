// The simulator and the runner agree on conditions about the emails of a template, however its steps name it.
import { expect, it } from 'vitest'
import { useDelivery } from '../../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call } from '../../../../../test/support/requests.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const HOUR = 3_600_000

const update = (id: string) => ({ id, type: 'UPDATE_CONTACT', config: { data: { reached: id } } })

it.each([
  ['alias', true],
  ['alias', false],
  ['id', true],
] as const)(
  'a condition after an email whose template is named by %s; about this one: %s',
  async (by, isThis) => {
    const app = await inFreshProject(test)
    const named = await buildTemplate(app, { alias: 'welcome', from: 'news@app.example' })
    const other = await buildTemplate(app, { alias: 'other', from: 'news@app.example' })
    const conditions = [
      {
        field: 'emailActivity.sent',
        operator: 'triggered',
        templateId: isThis ? named.id : other.id,
      },
    ]
    const templateId = by === 'alias' ? 'welcome' : named.id.toUpperCase()
    const { id } = await buildEnabled(app, {
      steps: [
        { id: 'email', type: 'SEND_EMAIL', config: { templateId }, next: 'wait' },
        { id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'hours' }, next: 'check' },
        {
          id: 'check',
          type: 'CONDITION',
          config: { filters: { operator: 'AND', conditions } },
          next: { yes: 'yes', no: 'no' },
        },
        update('yes'),
        update('no'),
      ],
    })
    const contact = await buildContact(app)
    const events = [{ at: app.clock.now().toISOString(), event: 'go' }]
    const reply = await call(app, ['POST', `/workflows/${id}/simulate`], {
      body: { contact: { id: contact.id }, events },
    })
    await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    await delivery.drain()
    app.clock.advance(2 * HOUR)
    await runWorkflows(app.deps)
    // Email of the next case is due by the clock of the database.
    app.clock.advance(-2 * HOUR)
    const steps = reply.json<{ path: { stepId: string }[] }>().path.map(({ stepId }) => stepId)
    const [execution] = await readExecutions(app, id)
    expect(execution && pathOf(execution)).toEqual(steps)
    expect(steps.at(-1)).toBe(isThis ? 'yes' : 'no')
  },
)
