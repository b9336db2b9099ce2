import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './explain.schema.ts'

type Gate = z.output<typeof schemas.Explanation>['gates'][number]

const passing = (name: Gate['name'], value: string | null, explanation: string): Gate => ({
  name,
  passed: true,
  value,
  since: null,
  explanation,
})

export const explainExamples = {
  Explanation: {
    would: false,
    gates: [
      passing('suppression', null, 'The address is not suppressed.'),
      passing('subscription', 'SUBSCRIBED', 'The contact is subscribed since 2026-02-02 09:00 UTC.'),
      passing('pause', null, 'The contact has not paused.'),
      {
        name: 'topic',
        passed: false,
        value: 'news',
        since: '2026-02-14T18:20:00.000Z',
        explanation:
          'The contact left the topic news at 2026-02-14 18:20 UTC. Only the person should undo that.',
      },
      passing('control_group', null, 'The project has no control group.'),
      passing('segment', 'ALL', 'The audience of the campaign is everybody.'),
      passing('holdout', null, 'Nobody is held back.'),
      passing('cap', '1 of 3 in 7 days', 'The frequency cap leaves room for another email.'),
      passing('quiet_hours', null, 'There are no quiet hours.'),
      passing('sender', 'news@acme.example', 'The project may send from news@acme.example.'),
      passing('brake', null, 'The marketing email of the project is not paused.'),
      passing('state', 'DRAFT', 'The campaign is a draft: this is what would happen if it were sent now.'),
    ],
  },
} satisfies ExamplesOf<typeof schemas>
