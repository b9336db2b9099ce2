import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './best-hour.schema.ts'

export const bestHourExamples = {
  ContactBestHour: { hour: '18:00', events: 14, needed: 3, days: 180, timezone: 'Europe/Amsterdam' },
} satisfies ExamplesOf<typeof schemas>
