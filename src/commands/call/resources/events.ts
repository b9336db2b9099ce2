import { NOT_SENT } from '../../command.ts'
import type { CallCommand } from '../../command.ts'
import { jsonObject, TRUTHS, truth } from './input.ts'
import { field, listCommand, text } from './listing.ts'

const trackEvent: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'events track',
  summary: 'Record an event of a contact',
  arguments: [
    { name: 'event', summary: 'Name of the event' },
    { name: 'email', summary: 'Address of the contact' },
  ],
  options: {
    data: text('<json>', 'Data of the event, which the contact takes over'),
    subscribed: { ...text('<true|false>', 'Subscribe the contact, or not'), choices: TRUTHS },
    at: text('<ISO date>', 'When it happened; now by default'),
    id: text('<id>', 'Id of your own, so that it is recorded once'),
  },
  async run(call) {
    const body = {
      event: call.word('event'),
      email: call.word('email'),
      data: jsonObject('--data', call.text('data')),
      subscribed: truth(call.text('subscribed')),
      occurredAt: call.text('at'),
      id: call.text('id'),
    }
    const answer = await call.api.change<object>({ method: 'POST', path: '/v1/track', body })
    if (answer !== NOT_SENT) call.output.record(answer)
  },
}

export const EVENT_COMMANDS: readonly CallCommand[] = [
  trackEvent,
  listCommand({
    resource: 'events',
    path: '/events',
    columns: [field('createdAt', 'CREATED'), field('name'), field('email'), field('data')],
    filters: {
      name: text('<name>', 'Only events of this name'),
      'contact-id': text('<id>', 'Only this contact'),
      from: text('<ISO date>', 'At this time or later'),
      to: text('<ISO date>', 'At this time or earlier'),
    },
  }),
]
