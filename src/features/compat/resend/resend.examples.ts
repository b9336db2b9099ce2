const id = '019c2f40-1b7e-7a02-8f53-5a9d40c6e711'

const email = {
  from: 'The Shop <hello@shop.test>',
  to: ['ada@example.com'],
  subject: 'Your order A-1043 is on its way',
  html: '<p>Hello Ada, your order A-1043 left our warehouse today.</p>',
  tags: [{ name: 'kind', value: 'shipping' }],
}

const record = {
  id,
  message_id: `${id}@shop.test`,
  to: ['ada@example.com'],
  from: 'hello@shop.test',
  created_at: '2026-02-02T09:30:00.000Z',
  subject: email.subject,
  cc: null,
  bcc: null,
  reply_to: null,
  scheduled_at: null,
  last_event: 'delivered',
}

export const resendExamples = {
  ResendEmail: email,
  ResendBatch: [email],
  ResendSent: { id },
  ResendBatchSent: { data: [{ id }] },
  ResendReschedule: { scheduled_at: '2030-01-31T09:00:00Z' },
  ResendChanged: { object: 'email', id },
  ResendEmailList: { object: 'list', data: [record], has_more: false },
  ResendRecord: {
    object: 'email',
    ...record,
    html: email.html,
    text: 'Hello Ada, your order A-1043 left our warehouse today.',
    tags: email.tags,
  },
}
