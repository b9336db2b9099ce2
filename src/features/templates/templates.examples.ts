import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './templates.schema.ts'

const german = {
  subject: 'Dein neues Passwort, {{ name }}',
  previewText: 'Der Link gilt eine Stunde',
  body: '<p>Hallo {{ name }}, <a href="{{ link }}">wähle ein neues Passwort</a>.</p>',
}

const create = {
  name: 'Password reset',
  alias: 'password-reset',
  subject: 'Reset your password, {{ name }}',
  previewText: 'The link is valid for one hour',
  body: '<p>Hello {{ name }}, <a href="{{ link }}">choose a new password</a>.</p>',
  type: 'TRANSACTIONAL',
  from: 'hello@shop.test',
  translations: { de: german },
} satisfies z.input<typeof schemas.TemplateCreate>

const recorded = {
  name: create.name,
  description: null,
  previewText: create.previewText,
  subject: create.subject,
  type: create.type,
  from: create.from,
  topic: null,
  fromName: null,
  replyTo: null,
  version: 1,
  languages: ['de'],
  variables: ['name', 'link'],
  checks: [],
  partial: null,
  brand: false,
  createdAt: '2026-02-02T11:00:00.000Z',
} satisfies z.output<typeof schemas.TemplateVersionList>['versions'][number]

const version: z.output<typeof schemas.TemplateVersion> = {
  ...recorded,
  body: create.body,
  text: null,
  blocks: null,
  translations: { de: { ...german, text: null } },
}

const template: z.output<typeof schemas.Template> = {
  id: '019c2f91-c7f5-7e02-8d31-a94b6e0c25f8',
  alias: create.alias,
  ...version,
  updatedAt: '2026-02-02T11:00:00.000Z',
}

const render: z.input<typeof schemas.TemplateRender> = {
  data: { name: 'Ada', link: 'https://shop.example/reset/4f1c' },
}

const rendered: z.output<typeof schemas.RenderedTemplate> = {
  subject: 'Reset your password, Ada',
  html: '<p>Hello Ada, <a href="https://shop.example/reset/4f1c">choose a new password</a>.</p>',
  text: 'Hello Ada, choose a new password [https://shop.example/reset/4f1c].',
  missing: [],
}

export const templateExamples = {
  Template: template,
  TemplateList: {
    templates: [template],
    cursor: null,
    hasMore: false,
    total: 1,
    page: 1,
    pageSize: 20,
    totalPages: 1,
  },
  TemplateCreate: create,
  TemplatePatch: { subject: '{{ name }}, reset your password' },
  TemplateVersion: version,
  TemplateVersionList: {
    versions: [recorded],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  TemplateRender: render,
  SavedTemplateRender: render,
  RenderedTemplate: rendered,
  RenderedSavedTemplate: { ...rendered, language: null },
  DraftRender: {
    subject: create.subject,
    previewText: create.previewText,
    body: create.body,
    ...render,
  },
  RenderedDraft: {
    ...rendered,
    body: create.body,
    variables: recorded.variables,
    required: recorded.variables,
    checks: [],
  },
} satisfies ExamplesOf<typeof schemas>
