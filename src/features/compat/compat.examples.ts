import { mailgunExamples } from './mailgun/mailgun.examples.ts'
import { postmarkExamples } from './postmark/postmark.examples.ts'
import { resendRecordExamples } from './resend/resend-records.examples.ts'
import { resendExamples } from './resend/resend.examples.ts'
import { sendgridExamples } from './sendgrid/sendgrid.examples.ts'

export const compatExamples = {
  ...mailgunExamples,
  ...postmarkExamples,
  ...resendExamples,
  ...resendRecordExamples,
  ...sendgridExamples,
}
