import { z } from 'zod'
import { addressSearch, listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { LONGEST_KEY, lineUpTo, listUpTo, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { Contact } from '../contacts/contacts.schema.ts'
import { TopicKey } from '../topics/topics.schema.ts'
import { EMAIL_KEY, FIELD_TYPES } from './forms.values.ts'

const LONGEST_NAME = 100
const LONGEST_LABEL = 200
// More than anybody fills in to get a newsletter.
const MOST_FIELDS = 30
// Enough for the countries of the world.
const MOST_OPTIONS = 300
const LONGEST_OPTION = 100
const MOST_TOPICS = 100
const LONGEST_TEXT = 5_000
const LONGEST_URL = 2_048
const MOST_ORIGINS = 50
const LONGEST_ORIGIN = 300

const DATA_PREFIX = 'data.'

const Key = textUpTo(DATA_PREFIX.length + LONGEST_KEY)
  .regex(
    /^(email|data\.[^\r\n]+)$/,
    'must be email, or data. and the key of your own data, such as data.name',
  )
  .refine((key) => key !== 'data.__proto__', {
    message: 'must be another key: __proto__ is not allowed',
    params: { code: 'reserved' },
  })
  .describe('`email`, or `data.` and the key under which the value is stored on the contact.')

const label = lineUpTo(LONGEST_LABEL).trim().min(1, 'must not be empty').describe('Shown beside the field.')
const type = z
  .enum(FIELD_TYPES)
  .describe(
    'How the value is entered and stored. number: a number; date: a text such as 2030-01-31; checkbox: true or false; the others: a text.',
  )
const REQUIRED = 'Whether it has to be filled in; a checkbox, to be checked.'
const OPTIONS = 'The choices of a select; no other type has them.'

export const FormField = z
  .object({
    key: z.string().describe('`email`, or `data.` and a key of your own data.'),
    label: z.string(),
    type,
    required: z.boolean().describe(REQUIRED),
    options: z.array(z.string()).optional().describe(OPTIONS),
  })
  .meta({ id: 'FormField' })
export type FormField = z.output<typeof FormField>

const Option = lineUpTo(LONGEST_OPTION).trim().min(1, 'must not be empty')

export const FormFieldCreate = z
  .object({
    key: Key,
    label,
    type,
    required: z.boolean().nullish().describe(`${REQUIRED} Default: true for \`email\`, false for others.`),
    options: listUpTo(MOST_OPTIONS, Option).nullish().describe(OPTIONS),
  })
  .superRefine((field, context) => {
    const refuse = (path: string, message: string, code = 'custom') =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } })
    const isAddress = field.key === EMAIL_KEY
    if (isAddress && field.type !== 'email') refuse('type', 'must be email: the field is the address')
    if (isAddress && field.required === false) refuse('required', 'must be true: the field is the address')
    const options = field.options ?? []
    const isSelect = field.type === 'select'
    if (!isSelect && options.length > 0) refuse('options', 'must be left out: only a select has them')
    if (isSelect && options.length === 0) refuse('options', 'must have at least one', 'too_small')
    if (new Set(options).size < options.length) refuse('options', 'must be different from each other')
  })
  .transform(({ key, label: text, type: kind, required, options }): FormField => ({
    key,
    label: text,
    type: kind,
    required: required ?? key === EMAIL_KEY,
    ...(options && options.length > 0 && { options }),
  }))
  .meta({ id: 'FormFieldCreate' })

const Fields = listUpTo(MOST_FIELDS, FormFieldCreate)
  .superRefine((fields, context) => {
    const keys = fields.map(({ key }) => key)
    if (!keys.includes(EMAIL_KEY)) {
      const message = 'must have the field email: {"key": "email", "label": "Email", "type": "email"}'
      context.addIssue({ code: 'custom', message, params: { code: 'required' } })
    }
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue
      const path = [index, 'key']
      context.addIssue({ code: 'custom', path, message: 'must be different from the other keys' })
    }
  })
  .describe(
    `Up to ${MOST_FIELDS} fields, in the order in which they are shown. Exactly one has the key \`email\`, and it is required.`,
  )

const Url = textUpTo(LONGEST_URL)
  .refine(isWebAddress, {
    message: 'must be an http or https address without a password, for example https://example.com/thanks',
    params: { code: 'invalid_string' },
  })
  .describe('Where people are sent after signing up: http or https. null: a page with `successText`.')

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const Origin = textUpTo(LONGEST_ORIGIN).transform((text, context) => {
  const url = isWebAddress(text) ? URL.parse(text) : null
  if (url !== null && url.pathname === '/' && !/[?#]/.test(text)) return url.origin
  context.addIssue({
    code: 'custom',
    message: 'must be the origin of a page: scheme, host and port, such as https://www.example.com',
    params: { code: 'invalid_string' },
  })
  return z.NEVER
})

const Origins = listUpTo(MOST_ORIGINS, Origin)
  .transform((origins) => [...new Set(origins)])
  .describe(
    'Origins of the pages of yours that may post to the form, such as https://www.example.com. Our own page may always.',
  )

const name = lineUpTo(LONGEST_NAME)
  .trim()
  .min(1, 'must not be empty')
  .describe('For you; people do not see it.')
const Topics = listUpTo(MOST_TOPICS, TopicKey)
  .transform((topics) => [...new Set(topics)])
  .describe('Keys of the topics that people join with the form.')
const submitLabel = lineUpTo(LONGEST_NAME)
  .trim()
  .min(1, 'must not be empty')
  .describe('The text of the button. null: “Sign up” in the language of the browser.')
const successText = textUpTo(LONGEST_TEXT)
  .trim()
  .min(1, 'must not be empty')
  .describe(
    'Shown after signing up, before the words about the confirmation in the language of the browser. null: those words alone.',
  )
const consentText = textUpTo(LONGEST_TEXT)
  .trim()
  .min(1, 'must not be empty')
  .describe('The words that people agree to, shown above the button and kept with their consent.')
const confirm = z
  .boolean()
  .describe(
    'Whether people confirm their address by a link in an email before they are subscribed. true needs a sender: `defaultFrom` of the project, or that of the template of `doubleOptIn`. null: as `doubleOptIn` of the project says.',
  )
const enabled = z.boolean().describe('Whether the form can be used. A disabled form answers 404.')

export const Form = z
  .object({
    id: z.string().describe('The page of the form is /f/{id}.'),
    name,
    fields: z.array(FormField),
    topics: z.array(z.string()).describe('Keys of the topics that people join with the form.'),
    submitLabel: submitLabel.nullable(),
    successText: successText.nullable(),
    redirectUrl: z
      .string()
      .nullable()
      .describe(Url.description ?? ''),
    consentText: consentText.nullable(),
    allowedOrigins: z.array(z.string()).describe(Origins.description ?? ''),
    confirm: confirm.nullable(),
    enabled,
    submissions: z.int().describe('How often people have signed up with the form. Exact.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Form' })

export const FormList = z.object({ forms: z.array(Form), ...listFields }).meta({ id: 'FormList' })

export const FormListQuery = PageQuery

export const FormContact = Contact.extend({
  signedUpAt: z.iso.datetime().describe('When the contact signed up with the form for the first time.'),
}).meta({ id: 'FormContact' })

export const FormContactList = z
  .object({ contacts: z.array(FormContact), ...listFields })
  .meta({ id: 'FormContactList' })

export const FormContactListQuery = PageQuery.extend({
  search: addressSearch.describe('Part of the address; case-insensitive.'),
})

export const FormCreate = z
  .object({
    name,
    fields: Fields.nullish().describe(`${Fields.description ?? ''} Default: the address alone.`),
    topics: Topics.nullish(),
    submitLabel: submitLabel.nullish(),
    successText: successText.nullish(),
    redirectUrl: Url.nullish(),
    consentText: consentText.nullish(),
    allowedOrigins: Origins.nullish(),
    confirm: confirm.nullish(),
    enabled: enabled.nullish().describe('Whether the form can be used. Default: true.'),
  })
  .meta({ id: 'FormCreate' })

export const FormPatch = z
  .object({
    name,
    fields: Fields,
    topics: Topics,
    submitLabel: submitLabel.nullable(),
    successText: successText.nullable(),
    redirectUrl: Url.nullable(),
    consentText: consentText.nullable(),
    allowedOrigins: Origins,
    confirm: confirm.nullable(),
    enabled,
  })
  .partial()
  .meta({ id: 'FormPatch' })

export const FormPreview = z
  .object({ html: z.string().describe('The page of the form, as HTML without scripts.') })
  .meta({ id: 'FormPreview' })

export const FormSnippet = z
  .object({
    url: z.string().describe('Address of the page of the form.'),
    html: z.string().describe('HTML for a page of yours. It works without scripts.'),
  })
  .meta({ id: 'FormSnippet' })
