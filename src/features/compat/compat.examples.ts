import { resendExamples } from './resend/resend.examples.ts'

export const compatExamples = { ...resendExamples }
