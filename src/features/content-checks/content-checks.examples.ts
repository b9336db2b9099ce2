import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as linkSchemas from './links/links.schema.ts'
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

export const contentCheckExamples = {
  LinkChecks: links,
  LinkChecksAnswer: { success: true, data: links },
  ContentChecks: checks,
  TemplateChecksRequest: { data: { name: 'Ada' } },
} satisfies ExamplesOf<typeof schemas & typeof linkSchemas>
