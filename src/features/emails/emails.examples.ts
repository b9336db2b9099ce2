import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as inboxSchemas from './inbox/inbox.schema.ts'
import type * as emailsSchemas from './emails.schema.ts'

const email: z.output<typeof emailsSchemas.Email> = {
  id: '019c2f40-1b7e-7a02-8f53-5a9d40c6e711',
  contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
  to: 'ada@example.com',
  from: 'hello@shop.test',
  subject: 'Your order A-1043 is on its way',
  status: 'SENT',
  reason: null,
  source: 'TRANSACTIONAL',
  campaignId: null,
  templateId: null,
  messageId: '019c2f40-1b7e-7a02-8f53-5a9d40c6e711@shop.test',
  tags: ['shipping'],
  attempts: 1,
  lastReply: {
    code: 250,
    enhancedCode: '2.0.0',
    text: 'Ok: queued as 4WQ2bF0xYz',
    at: '2026-02-02T09:30:00.412Z',
  },
  events: [
    { type: 'queued', at: '2026-02-02T09:30:00.000Z', data: {} },
    {
      type: 'sent',
      at: '2026-02-02T09:30:00.412Z',
      data: { reply: { code: 250, enhancedCode: '2.0.0', text: 'Ok: queued as 4WQ2bF0xYz' } },
    },
  ],
  createdAt: '2026-02-02T09:30:00.000Z',
  scheduledFor: null,
  topic: null,
  heldFor: null,
  transport: null,
  nextAttemptAt: null,
  sentAt: '2026-02-02T09:30:00.412Z',
  erasedAt: null,
}

const inboxEmail: z.output<typeof inboxSchemas.InboxEmail> = {
  id: '019c2f3e-90aa-7f31-8c2b-7d6e5f4a3b21',
  to: 'ada@example.com',
  from: 'hello@shop.test',
  subject: 'Your order A-1043 is on its way',
  bytes: 4210,
  receivedAt: '2026-02-02T10:41:00.000Z',
}
const attachment: z.output<typeof inboxSchemas.EmailAttachment> = {
  index: 0,
  filename: 'invoice.pdf',
  contentType: 'application/pdf',
  bytes: 48_213,
  contentId: null,
}

export const emailExamples = {
  Email: email,
  EmailList: { emails: [email], cursor: null, hasMore: false, total: 1 },
  EmailContent: {
    subject: 'Your order A-1043 is on its way',
    html: '<p>Hello Ada, your order A-1043 left our warehouse today.</p>',
    text: 'Hello Ada, your order A-1043 left our warehouse today.',
    headers: {
      From: 'The Shop <hello@shop.test>',
      To: 'Ada Lovelace <ada@example.com>',
      Subject: 'Your order A-1043 is on its way',
    },
  },
  EmailPatch: { scheduledFor: null },
  InboxEmail: inboxEmail,
  InboxList: { emails: [inboxEmail], cursor: null, hasMore: false, total: 1 },
  InboxCleared: { deleted: 12, hasMore: false },
  EmailAttachment: attachment,
  EmailAttachments: { attachments: [attachment] },
} satisfies ExamplesOf<typeof inboxSchemas & typeof emailsSchemas>
