import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './verify.schema.ts'

const verification: z.output<typeof schemas.Verification> = {
  email: 'ada@gmial.com',
  valid: false,
  isDisposable: false,
  isAlias: false,
  isTypo: true,
  isPlusAddressed: false,
  isPersonalEmail: false,
  domainExists: true,
  hasWebsite: true,
  hasMxRecords: true,
  reasons: ['The domain gmial.com looks like a misspelling of gmail.com.'],
  suggestion: 'ada@gmail.com',
}

export const verifyExamples = {
  Verification: verification,
  VerifyRequest: { email: 'ada@gmial.com' },
  VerifyAnswer: { success: true, data: verification },
} satisfies ExamplesOf<typeof schemas>
