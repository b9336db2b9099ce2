import { z } from 'zod'
import { listFields, PageQuery, PathId } from '../../../platform/http/replies/paging.schema.ts'
import { bytesUpTo, lineUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { RenderedTemplate, TemplateCheck, TemplateRender, VersionNumber } from '../templates.schema.ts'

// As in the table (migrations/0083).
const LONGEST_KEY = 50
const LONGEST_NAME = 100

// Twice the size at which Gmail clips an email.
const MOST_BYTES = 256 * 1_024

const key = textUpTo(LONGEST_KEY)
  .min(1, 'must not be empty')
  .regex(/^[a-z0-9_-]*$/, 'must have lower-case letters, digits, hyphens and underscores only')
const name = lineUpTo(LONGEST_NAME).trim().min(1, 'must not be empty').describe('For people.')
const body = bytesUpTo(MOST_BYTES)
  .min(1, 'must not be empty')
  .describe(
    'HTML, or components of MJML for emails in MJML; may contain Liquid, `{% include %}` and `{% block %}`. At most 256 kB.',
  )

const PartialUse = z.object({
  kind: z.enum(['template', 'partial', 'campaign', 'recurring_campaign', 'workflow']),
  id: z.string().describe('Id of the record.'),
  name: z.string().describe('Its name; of a partial the key.'),
})

const partialFields = {
  id: z.string(),
  key: z.string().describe('The name of the partial in emails: `{% include "header" %}`. It never changes.'),
  name,
  version: z.int().describe('Number of the version; every change of the body creates a new one.'),
  usedBy: z
    .array(PartialUse)
    .describe(
      'Templates, partials, campaigns that have not started, enabled recurring campaigns and enabled workflows that name it, at most 20. While there is one, it cannot be deleted.',
    ),
  usedByCount: z.int().describe('How many records use it.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const EmailPartial = z
  .object({ ...partialFields, body: z.string().describe('The body as written.') })
  .meta({ id: 'EmailPartial' })

export const EmailPartialList = z
  .object({ partials: z.array(EmailPartial), ...listFields })
  .meta({ id: 'EmailPartialList' })

export const EmailPartialListQuery = PageQuery

export const EmailPartialCreate = z
  .object({
    key: key.describe(
      '1 to 50 of a-z, 0-9, - and _, unique in the project. Emails name the partial by it: `{% include "header" %}`.',
    ),
    name,
    body,
  })
  .meta({ id: 'EmailPartialCreate' })

export const EmailPartialPatch = z
  .object({
    key: key.optional().describe('The key of the partial. It cannot change.'),
    name: name.optional(),
    body: body.optional(),
    ifVersion: z
      .int()
      .min(1, 'must be at least 1')
      .optional()
      .describe('Saves only if the partial is still at this version; otherwise 409.'),
  })
  .meta({ id: 'EmailPartialPatch' })

export const EmailPartialVersion = z
  .object({
    version: z.int(),
    body: z.string().describe('The body as written.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'EmailPartialVersion' })

export const EmailPartialVersionList = z
  .object({ versions: z.array(EmailPartialVersion.omit({ body: true })), ...listFields })
  .meta({ id: 'EmailPartialVersionList' })

export const EmailPartialVersionParams = z.object({ id: PathId.brand<'partial'>(), version: VersionNumber })

export const EmailPartialRender = TemplateRender.extend({
  key: key.optional().describe('The key that it is saved under, so that a circle is found.'),
  body,
}).meta({ id: 'EmailPartialRender' })

export const RenderedEmailPartial = RenderedTemplate.omit({ subject: true })
  .extend({
    variables: z.array(z.string()).describe('Names of the variables that the partial uses.'),
    checks: z.array(TemplateCheck).describe('Hints for the author.'),
  })
  .meta({ id: 'RenderedEmailPartial' })

/** The payload of a job. */
export const PartialPayload = z.object({
  projectId: z.string().brand<'project'>(),
  partialId: z.string().brand<'partial'>(),
})
