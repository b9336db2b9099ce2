import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as inboxSchemas from './inbox/inbox.schema.ts'
import type * as waitSchemas from './inbox/wait/inbox-wait.schema.ts'
import type * as emailsSchemas from './emails.schema.ts'
import type * as engagementSchemas from './engagement/engagement.schema.ts'

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
  workflowId: null,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
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
const link: z.output<typeof waitSchemas.ReceivedLink> = {
  url: 'https://app.example.com/confirm?token=Zm9yIEFkYQ',
  target: 'https://app.example.com/confirm?token=Zm9yIEFkYQ',
  text: 'Confirm your address',
}
const signUpEmail: z.output<typeof waitSchemas.ReceivedEmail> = {
  ...email,
  subject: 'Your code is 482913',
  status: 'DELIVERED',
  tags: [],
  html: '<p>Your code is 482913.</p><p><a href="https://app.example.com/confirm?token=Zm9yIEFkYQ">Confirm your address</a></p>',
  text: 'Your code is 482913.',
  headers: { From: 'hello@shop.test', To: 'ada@example.com', Subject: 'Your code is 482913' },
  links: [link],
  codes: ['482913'],
}
const arrived: z.output<typeof waitSchemas.ArrivedEmail> = {
  to: 'bob@example.com',
  subject: 'Welcome',
  at: '2026-02-02T10:41:00.000Z',
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
  ContactEngagement: {
    by: 'month',
    timezone: 'Europe/Berlin',
    periods: [
      { start: '2026-01-01', sent: 6, opened: 4, clicked: 1 },
      { start: '2026-02-01', sent: 2, opened: 2, clicked: 0 },
    ],
    isComplete: true,
  },
  EmailPatch: { scheduledFor: null },
  InboxEmail: inboxEmail,
  InboxList: { emails: [inboxEmail], cursor: null, hasMore: false, total: 1 },
  InboxCleared: { deleted: 12, hasMore: false },
  ReceivedLink: link,
  ReceivedEmail: signUpEmail,
  ArrivedEmail: arrived,
  InboxWaitTimeout: {
    success: false,
    error: {
      code: 'RESOURCE_NOT_FOUND',
      message: 'No email that matches arrived within 30 s. These did: "Welcome" to bob@example.com.',
      statusCode: 404,
      requestId: '019c2f40-2c11-7d3a-9e55-1f2e3d4c5b6a',
      suggestion: 'Compare `to`, `subject` and `after` with what did arrive.',
      details: { arrived: [arrived] },
    },
    code: 404,
    message: 'No email that matches arrived within 30 s. These did: "Welcome" to bob@example.com.',
    time: 1_770_028_890_000,
    timestamp: '2026-02-02T10:41:30.000Z',
  },
  EmailAttachment: attachment,
  EmailAttachments: { attachments: [attachment] },
} satisfies ExamplesOf<
  typeof inboxSchemas & typeof waitSchemas & typeof emailsSchemas & typeof engagementSchemas
>
