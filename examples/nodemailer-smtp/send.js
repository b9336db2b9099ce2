// Sends one email by SMTP: node send.js ada@example.com
import { createTransport } from 'nodemailer'

const { LETTERMILL_SMTP_HOST = 'localhost', LETTERMILL_SMTP_PORT = '2587', LETTERMILL_API_KEY } = process.env

const transport = createTransport({
  host: LETTERMILL_SMTP_HOST,
  port: Number(LETTERMILL_SMTP_PORT),
  // A server has a certificate; your own machine has not, and needs none.
  requireTLS: LETTERMILL_SMTP_HOST !== 'localhost',
  auth: { user: 'lettermill', pass: LETTERMILL_API_KEY },
})

const [to = 'ada@example.com'] = process.argv.slice(2)
const { response } = await transport.sendMail({
  from: 'The Shop <hello@shop.test>',
  to,
  subject: 'Your receipt',
  text: 'Thank you for your order.',
  html: '<p>Thank you for your order.</p>',
  headers: { 'X-Lettermill-Tags': 'receipt' },
})
console.log(response)
