import type { z } from 'zod'
import type {
  DraftRender,
  RenderedDraft,
  RenderedTemplate,
  Template,
  TemplateCreate,
  TemplateList,
  TemplatePatch,
  TemplateRender,
  TemplateVersion,
  TemplateVersionList,
} from './templates.schema.ts'

const create = {
  name: 'Password reset',
  alias: 'password-reset',
  subject: 'Reset your password, {{ name }}',
  previewText: 'The link is valid for one hour',
  body: '<p>Hello {{ name }}, <a href="{{ link }}">choose a new password</a>.</p>',
  type: 'TRANSACTIONAL',
  from: 'hello@shop.test',
} satisfies z.input<typeof TemplateCreate>

const recorded = {
  name: create.name,
  description: null,
  previewText: create.previewText,
  subject: create.subject,
  type: create.type,
  from: create.from,
  fromName: null,
  replyTo: null,
  version: 1,
  variables: ['name', 'link'],
  checks: [],
  createdAt: '2026-02-02T11:00:00.000Z',
} satisfies z.output<typeof TemplateVersionList>['versions'][number]

const version: z.output<typeof TemplateVersion> = { ...recorded, body: create.body, text: null, blocks: null }

const template: z.output<typeof Template> = {
  id: '019c2f91-c7f5-7e02-8d31-a94b6e0c25f8',
  alias: create.alias,
  ...version,
  updatedAt: '2026-02-02T11:00:00.000Z',
}

const list: z.output<typeof TemplateList> = {
  templates: [template],
  cursor: null,
  hasMore: false,
  total: 1,
  page: 1,
  pageSize: 20,
  totalPages: 1,
}

const versions: z.output<typeof TemplateVersionList> = {
  versions: [recorded],
  cursor: null,
  hasMore: false,
  total: 1,
}

const patch: z.input<typeof TemplatePatch> = { subject: '{{ name }}, reset your password' }

const render: z.input<typeof TemplateRender> = {
  data: { name: 'Ada', link: 'https://shop.example/reset/4f1c' },
}

const rendered: z.output<typeof RenderedTemplate> = {
  subject: 'Reset your password, Ada',
  html: '<p>Hello Ada, <a href="https://shop.example/reset/4f1c">choose a new password</a>.</p>',
  text: 'Hello Ada, choose a new password [https://shop.example/reset/4f1c].',
  missing: [],
}

const draft: z.input<typeof DraftRender> = {
  subject: create.subject,
  previewText: create.previewText,
  body: create.body,
  ...render,
}

const renderedDraft: z.output<typeof RenderedDraft> = {
  ...rendered,
  body: create.body,
  variables: recorded.variables,
  checks: [],
}

export const templateExamples = {
  Template: template,
  TemplateList: list,
  TemplateCreate: create,
  TemplatePatch: patch,
  TemplateVersion: version,
  TemplateVersionList: versions,
  TemplateRender: render,
  RenderedTemplate: rendered,
  DraftRender: draft,
  RenderedDraft: renderedDraft,
}
