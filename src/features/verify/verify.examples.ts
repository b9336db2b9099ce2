import type { z } from 'zod'
import type { Verification, VerifyAnswer, VerifyRequest } from './verify.schema.ts'

const verification: z.output<typeof Verification> = {
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

const request: z.input<typeof VerifyRequest> = { email: 'ada@gmial.com' }

const answer: z.output<typeof VerifyAnswer> = { success: true, data: verification }

export const verifyExamples = {
  Verification: verification,
  VerifyRequest: request,
  VerifyAnswer: answer,
}
