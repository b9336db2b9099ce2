import { postmarkExamples } from './postmark/postmark.examples.ts'
import { resendExamples } from './resend/resend.examples.ts'
import { sendgridExamples } from './sendgrid/sendgrid.examples.ts'

export const compatExamples = { ...postmarkExamples, ...resendExamples, ...sendgridExamples }
