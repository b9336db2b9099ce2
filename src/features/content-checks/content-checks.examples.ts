import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as linkSchemas from './links/links.schema.ts'
import type * as spamSchemas from './spam/spam.schema.ts'
import type * as schemas from './content-checks.schema.ts'

const checks: z.output<typeof schemas.ContentChecks> = {
  findings: [
    {
      code: 'CLIENT_SUPPORT',
      level: 'warning',
      message:
        'display:grid is not supported by Outlook for Windows (classic): the layout looks different there.',
      suggestion: 'Build columns with tables, or with mj-section and mj-column of MJML.',
      line: 14,
    },
  ],
  htmlBytes: 18_204,
  spam: {
    score: 0.8,
    threshold: 5,
    rules: [{ name: 'MIME_HTML_ONLY', points: 0.8, description: 'Message only has text/html MIME parts' }],
  },
  clientDataDate: '2026-05-13',
}

const links: z.output<typeof linkSchemas.LinkChecks> = {
  links: [
    {
      url: 'https://shop.example/spring',
      field: 'body',
      line: 12,
      status: 'broken',
      statusCode: 404,
      reason: 'the server answers 404',
    },
  ],
}

const spamChecks: z.output<typeof spamSchemas.SpamChecks> = {
  emails: [
    { field: 'body', language: null, subject: 'Spring is here', spam: checks.spam, findings: [] },
    { field: 'body', language: 'de', subject: 'Der Frühling ist da', spam: checks.spam, findings: [] },
  ],
}

export const contentCheckExamples = {
  SpamChecks: spamChecks,
  SpamChecksAnswer: { success: true, data: spamChecks },
  LinkChecks: links,
  LinkChecksAnswer: { success: true, data: links },
  ContentChecks: checks,
  DraftChecksRequest: {
    subject: 'Welcome, {{ name }}',
    body: '<p>Hello {{ name }}</p>',
    data: { name: 'Ada' },
    spam: true,
  },
  TemplateLinksRequest: { language: 'de' },
  TemplateChecksRequest: { data: { name: 'Ada' }, spam: true },
} satisfies ExamplesOf<typeof schemas & typeof linkSchemas & typeof spamSchemas>
