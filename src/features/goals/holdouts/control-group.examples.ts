import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './control-group.schema.ts'

export const controlGroupExamples = {
  ControlGroupReport: {
    event: 'order.paid',
    from: '2026-02-02T09:05:12.000Z',
    to: '2026-03-04T09:00:00.000Z',
    percent: 5,
    heldBack: {
      people: 2511,
      conversions: 96,
      rate: 0.0382,
      rateFrom: 0.0314,
      rateTo: 0.0465,
      goalValue: 4912,
      valuePerPerson: 1.956193,
    },
    others: {
      people: 47_489,
      conversions: 2660,
      rate: 0.056,
      rateFrom: 0.054,
      rateTo: 0.0581,
      goalValue: 141_080.5,
      valuePerPerson: 2.970804,
    },
    lift: {
      by: 0.0178,
      from: 0.0042,
      to: 0.0278,
      confidence: 0.997,
      relative: 0.466,
      extraConversions: 844.5,
    },
    verdict: 'helped',
    reason: null,
    explanation: 'It helped: more people reached the goal than would have without it.',
    split: { asked: 5, actual: 5.02, ok: true, explanation: 'The split came out as asked, up to chance.' },
  },
  ControlGroupMembership: {
    contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
    isMember: false,
    percent: 5,
  },
} satisfies ExamplesOf<typeof schemas>
