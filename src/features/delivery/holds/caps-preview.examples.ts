import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './caps-preview.schema.ts'

export const capsPreviewExamples = {
  CapsPreviewSettings: { frequencyCap: { emails: 3, days: 7 }, holdAtMostHours: 48 },
  CapsPreview: {
    from: '2026-01-03T09:00:00.000Z',
    to: '2026-02-02T09:00:00.000Z',
    frequencyCap: { emails: 3, days: 7 },
    quietHours: null,
    holdAtMostHours: 48,
    warnings: [
      'The frequency cap covers 7 days, but email waits for it for at most 48 hours and is then dropped (SUPPRESSED, frequency_cap). Raise holdAtMostHours, or shorten the cap.',
    ],
    emails: 5120,
    sentAtOnce: 4870,
    held: { cap: 190, quietHours: 0 },
    dropped: 60,
    contacts: 1204,
    isSampled: false,
  },
} satisfies ExamplesOf<typeof schemas>
