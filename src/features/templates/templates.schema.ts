import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import {
  bytesUpTo,
  jsonObjectUpTo,
  lineUpTo,
  MEGABYTE,
  textUpTo,
  withoutLiquid,
} from '../../platform/schemas/bounded.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import {
  listFields,
  NumberedPageQuery,
  numberedListFields,
  PathId,
  recordListFields,
} from '../../platform/http/replies/paging.schema.ts'
import { isUuid } from '../../platform/uuid.ts'
import { TopicKey } from '../topics/topics.schema.ts'
import { Blocks } from './blocks/blocks.schema.ts'
import { TEMPLATE_TYPES } from './templates.values.ts'

// Ten times the size at which Gmail clips an email.
const Content = bytesUpTo(MEGABYTE)
// The limit of POST /v1/send.
const MOST_DATA_BYTES = 256 * 1_024

const LONGEST_ALIAS = 100
const ALIAS = /^[a-z0-9-]+$/

/** Paths of other endpoints below /templates/. */
const RESERVED_PATHS: readonly string[] = ['render']

/** An alias must not look like an id: it could be mistaken for that of another template. */
export const isAlias = (text: string): boolean =>
  text.length <= LONGEST_ALIAS && ALIAS.test(text) && !isUuid(text)

const Alias = textUpTo(LONGEST_ALIAS)
  .refine(isAlias, 'must consist of a-z, 0-9 and hyphens, and not have the form of an id')
  .refine((alias) => !RESERVED_PATHS.includes(alias), {
    message: 'must not be a word that is part of an API path',
    params: { code: 'reserved' },
  })

const TemplateType = z
  .enum(TEMPLATE_TYPES)
  .describe('Emails from a MARKETING template are sent to subscribed contacts only.')

// Inboxes show about 140 characters.
const LONGEST_PREVIEW_TEXT = 255

/** For templates and campaigns. */
export const PreviewText = lineUpTo(LONGEST_PREVIEW_TEXT).describe(
  'The line that inboxes show after the subject; may contain Liquid. Default: the first words of the body.',
)

const fields = {
  name: lineUpTo(100).trim().min(1, 'must not be empty').describe('Name of the template in lists.'),
  alias: Alias.nullable().describe(
    'A readable key, unique in the project, such as password-reset. It can be used in place of the id in every request.',
  ),
  description: textUpTo(500).nullable().describe('A note for yourself.'),
  previewText: PreviewText.nullable(),
  subject: lineUpTo(998).min(1, 'must not be empty').describe('Subject line; may contain Liquid.'),
  body: Content.min(1, 'must not be empty').describe(
    'HTML, or MJML if it starts with <mjml>; may contain Liquid.',
  ),
  blocks: Blocks.nullable().describe(
    'The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them. A new body removes the blocks from the template.',
  ),
  text: Content.nullable().describe('The plain text part. Default: generated from the body.'),
  type: TemplateType,
  topic: TopicKey.nullable().describe(
    'Key of the topic of its emails. A marketing email with a topic goes to contacts who are in it; transactional email ignores it.',
  ),
  from: withoutLiquid(EmailField).nullable().describe('Sender of emails whose request names no other.'),
  fromName: lineUpTo(100).trim().nullable().describe('Name of the sender, with Liquid.'),
  replyTo: withoutLiquid(EmailField)
    .nullable()
    .describe('Where replies go. POST /v1/send names it `reply`, as Plunk does.'),
}

const LANGUAGE_TAG = /^[a-z]{2,3}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3})){0,2}$/
const LONGEST_LANGUAGE = 15

// More languages than a newsletter has readers in.
const MOST_LANGUAGES = 30

/** A tag of RFC 5646, in the form that its section 2.1.1 recommends. */
export const LanguageTag = textUpTo(LONGEST_LANGUAGE).regex(
  LANGUAGE_TAG,
  'must be a language tag such as de or pt-BR',
)

const TemplateTranslation = z
  .object({
    subject: fields.subject,
    body: fields.body,
    previewText: fields.previewText.default(null),
    text: fields.text.default(null),
  })
  .meta({ id: 'TemplateTranslation' })

const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.record(LanguageTag, value).refine((translations) => Object.keys(translations).length <= MOST_LANGUAGES, {
    message: `must have at most ${MOST_LANGUAGES} languages`,
    params: { code: 'too_big' },
  })

type BodyAndBlocks = { body?: unknown; blocks?: unknown }
const hasContent = ({ body, blocks }: BodyAndBlocks) => body !== undefined || Boolean(blocks)

const CONTENT_REQUIRED = ruleAt('body', 'is required', 'required')

export const TemplateCreate = z
  .object({
    ...fields,
    body: fields.body.optional(),
    blocks: fields.blocks.default(null),
    alias: fields.alias.default(null),
    description: fields.description.default(null),
    previewText: fields.previewText.default(null),
    text: fields.text.default(null),
    type: fields.type.default('TRANSACTIONAL'),
    topic: fields.topic.default(null),
    from: fields.from.default(null),
    fromName: fields.fromName.default(null),
    replyTo: fields.replyTo.default(null),
    translations: byLanguage(TemplateTranslation)
      .default({})
      .describe(
        'The texts in other languages, by their tags, such as `de` or `pt-BR`. A contact whose `locale` is de-AT gets the translation de-AT, else de, else the texts of the template itself.',
      ),
  })
  .refine(hasContent, CONTENT_REQUIRED)
  .meta({ id: 'TemplateCreate' })

export const TemplatePatch = z
  .object({
    ...fields,
    translations: byLanguage(TemplateTranslation.nullable()).describe(
      'Adds or replaces the translations of these languages; null removes one. Other languages stay.',
    ),
    ifVersion: z
      .int()
      .min(1, 'must be at least 1')
      .describe(
        'Saves only if the template is still at this version; otherwise 409, so that nobody overwrites a change that somebody else has saved meanwhile.',
      ),
  })
  .partial()
  .meta({ id: 'TemplatePatch' })

export const TemplateCheck = z
  .object({ code: z.string(), level: z.enum(['info', 'warning']), message: z.string() })
  .meta({ id: 'TemplateCheck' })

const DESCRIBED_BLOCKS = {
  type: 'object',
  required: ['blocks'],
  properties: {
    blocks: {
      type: 'array',
      items: { type: 'object', required: ['type'], properties: { type: { type: 'string' } } },
    },
  },
} as const

/** For templates and campaigns. As it was stored, with its keys in order: an editor compares it with its own. */
export const StoredBlocks = z
  .custom<({ blocks: ({ type: string } & Record<string, unknown>)[] } & Record<string, unknown>) | null>()
  .meta({ anyOf: [DESCRIBED_BLOCKS, { type: 'null' }] })
  .describe('The document that the body was generated from; null if the body was written as code.')

const recorded = {
  name: z.string(),
  description: z.string().nullable(),
  previewText: z.string().nullable(),
  subject: z.string(),
  type: TemplateType,
  topic: z.string().nullable().describe('Key of the topic of its emails.'),
  from: z.string().nullable(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  version: z.int().describe('Number of the version; every save creates a new one.'),
  languages: z.array(z.string()).describe('Tags of the languages that it has been translated into.'),
  variables: z.array(z.string()).describe('Names of the variables that the template uses.'),
  checks: z.array(TemplateCheck).describe('Hints for the author. None of them prevents sending.'),
  partial: z
    .string()
    .nullable()
    .describe('Key of the partial whose change created this version; null if it was created otherwise.'),
  brand: z.boolean().describe('Whether a change of the brand kit created this version.'),
  createdAt: z.iso.datetime(),
}
const content = {
  body: z.string().describe('The body as written.'),
  text: z.string().nullable().describe('null if it is generated from the body.'),
  blocks: StoredBlocks,
  translations: z
    .record(
      z.string(),
      z.object({
        subject: z.string(),
        previewText: z.string().nullable(),
        body: z.string(),
        text: z.string().nullable(),
      }),
    )
    .describe('The texts in other languages, by their tags.'),
}

export const Template = z
  .object({
    id: z.string(),
    alias: z.string().nullable(),
    ...recorded,
    ...content,
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Template' })

export const TemplateList = z
  .object({ templates: z.array(Template), ...numberedListFields })
  .meta({ id: 'TemplateList' })

export const TemplateListQuery = NumberedPageQuery.extend({
  type: TemplateType.optional().describe('Only templates of this type.'),
  ...recordListFields,
})

/** One version without its body, which is large. */
export const TemplateVersionSummary = z.object(recorded).meta({ id: 'TemplateVersionSummary' })
export const TemplateVersion = z.object({ ...recorded, ...content }).meta({ id: 'TemplateVersion' })

export const TemplateVersionList = z
  .object({ versions: z.array(TemplateVersionSummary), ...listFields })
  .meta({ id: 'TemplateVersionList' })

/** Anything that is not a version number becomes 0, a version that never exists. */
export const VersionNumber = z
  .string()
  .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
  .describe('Number of the version.')

const TemplateKey = z.string().describe('Id or alias of the template.')

export const TemplateParams = z.object({ id: TemplateKey })
export const TemplateVersionParams = z.object({ id: TemplateKey, version: VersionNumber })

export const TemplateRender = z
  .object({
    data: jsonObjectUpTo(MOST_DATA_BYTES)
      .default({})
      .describe(
        'Values for the variables, at most 256 kB of JSON. They override those of the contact, except `contact.*`.',
      ),
    contactId: PathId.brand<'contact'>().optional().describe('Id of the contact whose data to fill in.'),
  })
  .meta({ id: 'TemplateRender' })

export const SavedTemplateRender = TemplateRender.extend({
  language: LanguageTag.optional().describe(
    'The language to show, as for a contact with this `locale`. Default: that of the contact.',
  ),
}).meta({ id: 'SavedTemplateRender' })

export const DraftRender = TemplateRender.extend({
  subject: fields.subject,
  body: fields.body.optional(),
  blocks: fields.blocks.default(null),
  previewText: fields.previewText.default(null),
  text: fields.text.default(null),
  type: fields.type.default('TRANSACTIONAL'),
})
  .refine(hasContent, CONTENT_REQUIRED)
  .meta({ id: 'DraftRender' })

const rendered = {
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  missing: z.array(z.string()).describe('Variables that had no value; they print nothing.'),
}

export const RenderedTemplate = z.object(rendered).meta({ id: 'RenderedTemplate' })

export const RenderedSavedTemplate = RenderedTemplate.extend({
  language: z
    .string()
    .nullable()
    .describe('The translation that was rendered; null for the texts of the template itself.'),
}).meta({ id: 'RenderedSavedTemplate' })

export const RenderedDraft = z
  .object({
    ...rendered,
    body: z.string().describe('The body that was rendered; with blocks, the MJML generated from them.'),
    variables: recorded.variables,
    required: z
      .array(z.string())
      .describe(
        'Variables that print nothing without a value, because they have no fallback: at most 50, without those that every email has.',
      ),
    checks: recorded.checks,
  })
  .meta({ id: 'RenderedDraft' })
