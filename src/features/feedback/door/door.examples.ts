import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './door.schema.ts'

export const doorExamples = {
  AcceptedReport: { events: 2, matched: 2 },
} satisfies Partial<ExamplesOf<typeof schemas>>
