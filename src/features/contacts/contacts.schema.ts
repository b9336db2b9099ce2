import { z } from 'zod'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import { Instant, jsonObjectUpTo } from '../../platform/schemas/bounded.schema.ts'
import { StoredCaller } from '../../platform/schemas/caller-source.schema.ts'
import { chosenBy } from '../../platform/schemas/chosen.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { csvMapOption } from '../../platform/csv/csv-map.schema.ts'
import { listFields, PageQuery, PathId, QueryBoolean } from '../../platform/http/replies/paging.schema.ts'
import { CONTACT_SORTS, NEWEST_FIRST } from '../../platform/record-sorts.values.ts'
import { FILTER_TREE_REF, FilterText, FilterTree, looksLikeTree } from '../filters/filters.schema.ts'
import { SUBSCRIPTION_STATES } from '../filters/language/subscription-states.values.ts'

// Every write to a contact processes all of its keys; the table has the same limit (migrations/0017).
export const MOST_KEYS = 1000

// As in the table (migrations/0044).
export const LARGEST_DATA_BYTES = 64 * 1_024

/** The customer's own data about a contact. Writes merge one level deep; null deletes a key. */
export const ContactData = jsonObjectUpTo(LARGEST_DATA_BYTES)
  .refine((data) => Object.keys(data).length <= MOST_KEYS, {
    message: `must have at most ${MOST_KEYS.toLocaleString('en')} keys`,
    params: { code: 'too_big' },
  })
  .meta({ maxProperties: MOST_KEYS })

// As many as a project can have.
const MOST_TOPICS = 100

/** Choices to write, by the keys of topics. */
export const TopicChoices = z
  .record(z.string(), z.boolean().nullable())
  .refine((choices) => Object.keys(choices).length <= MOST_TOPICS, {
    message: `must have at most ${MOST_TOPICS} topics`,
    params: { code: 'too_big' },
  })
  .meta({ maxProperties: MOST_TOPICS })
export type TopicChoices = z.infer<typeof TopicChoices>

export const Contact = z
  .object({
    id: z.string(),
    email: z.string(),
    subscribed: z.boolean().describe('Whether marketing email may be sent.'),
    subscriptionState: z
      .enum(SUBSCRIPTION_STATES)
      .describe(
        'The reason behind `subscribed`. NEVER_ASKED: created by sending an email; the contact has not decided yet. PENDING: asked, but not confirmed yet. SUBSCRIBED: `subscribed` is true. LEFT: unsubscribed, complained or bounced.',
      ),
    topics: z
      .record(z.string(), z.boolean())
      .describe('The choices of the contact, by the keys of topics: true for in, false for left.'),
    pausedUntil: z.iso
      .datetime()
      .nullable()
      .describe('No marketing email is sent to the contact before this time. null: not paused.'),
    data: z.record(z.string(), z.unknown()).describe('Your own data about the contact.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Contact' })

export const UpsertedContact = Contact.extend({
  _meta: z.object({
    isNew: z.boolean().describe('The contact was created.'),
    isUpdate: z.boolean().describe('The contact existed before.'),
  }),
}).meta({ id: 'UpsertedContact' })

const MERGED_DATA =
  'Your own data about the contact, merged into the existing data one level deep; null deletes a key. A contact can have at most 1,000 keys and 64 kB of JSON, a project at most 10,000 different keys.'

const MERGED_TOPICS =
  'Choices by the keys of topics, merged into the existing ones: true joins the topic, false leaves it, and null forgets the choice. An unknown key is refused.'

const PAUSED_UNTIL =
  'No marketing email is sent to the contact before this time, at most two years ahead. null, or a time that has passed, ends the pause. Default: unchanged.'

export const ContactUpsert = z
  .object({
    email: EmailField,
    subscribed: z
      .boolean()
      .optional()
      .describe('Default: true for a new contact, unchanged for an existing one.'),
    topics: TopicChoices.default({}).describe(MERGED_TOPICS),
    pausedUntil: Instant.nullable().optional().describe(PAUSED_UNTIL),
    data: ContactData.default({}).describe(MERGED_DATA),
    confirm: z
      .boolean()
      .default(false)
      .describe(
        'true: a contact that is not subscribed becomes PENDING and is sent a link to confirm; topics that are true wait for it, too.',
      ),
  })
  .refine(
    ({ confirm, subscribed }) => !confirm || subscribed !== false,
    ruleAt('confirm', 'must be omitted with `subscribed: false`: leaving needs no confirmation'),
  )
  .refine(
    ({ confirm, pausedUntil }) => !confirm || pausedUntil === undefined,
    ruleAt('pausedUntil', 'must be omitted with `confirm`: set it with PATCH /contacts/{id}'),
  )
  .meta({ id: 'ContactUpsert' })

export const ContactPatch = z
  .object({
    email: EmailField.optional().describe('The new address.'),
    subscribed: z.boolean().optional().describe('Whether marketing email may be sent. Default: unchanged.'),
    topics: TopicChoices.default({}).describe(MERGED_TOPICS),
    pausedUntil: Instant.nullable().optional().describe(PAUSED_UNTIL),
    data: ContactData.default({}).describe(MERGED_DATA),
  })
  .meta({ id: 'ContactPatch' })

export const ContactList = z.object({ contacts: z.array(Contact), ...listFields }).meta({ id: 'ContactList' })

// As long as an address can be.
const LONGEST_SEARCH = 254

const Search = z
  .string()
  .max(LONGEST_SEARCH, `must have at most ${LONGEST_SEARCH} characters`)
  .describe('Part of the address; case-insensitive.')

/** A malformed id is treated as the id of no segment. */
const SegmentRef = PathId.brand<'segment'>().describe('Id of a segment.')

export const ContactListQuery = PageQuery.extend({
  subscribed: QueryBoolean.optional().describe('Only contacts who are (true) or are not (false) subscribed.'),
  search: Search.optional(),
  email: EmailField.optional().describe('Only the contact with exactly this address.'),
  segmentId: SegmentRef.optional().describe('Only members of this segment.'),
  filter: FilterText.optional(),
  sort: z
    .enum(CONTACT_SORTS)
    .default(NEWEST_FIRST)
    .describe('The order: by creation or by address; a hyphen reverses it. A cursor belongs to one order.'),
})

/** An export takes the filters of the list, so that it contains the contacts that the list shows. */
export const ContactExportQuery = ContactListQuery.pick({
  subscribed: true,
  search: true,
  email: true,
  segmentId: true,
  filter: true,
})

/** Strict, unlike other bodies: an unknown condition must not widen a deletion to all contacts. */
const SimpleFilter = z.strictObject({ search: Search.optional(), subscribed: z.boolean().optional() })

export const ContactFilter = chosenBy<z.output<typeof SimpleFilter> | FilterTree>((value) =>
  looksLikeTree(value) ? FilterTree : SimpleFilter,
).meta({
  id: 'ContactFilter',
  oneOf: [
    {
      type: 'object',
      properties: {
        search: {
          type: 'string',
          maxLength: LONGEST_SEARCH,
          description: 'Part of the address; case-insensitive.',
        },
        subscribed: { type: 'boolean' },
      },
      // The API description omits additionalProperties everywhere, because other objects may have further fields.
      unevaluatedProperties: false,
    },
    FILTER_TREE_REF,
  ],
})

/** Sent as a stream, so it is not validated. */
export const CsvStream = z
  .any()
  .meta({
    type: 'string',
    examples: ['email,subscribed,subscriptionState,pausedUntil,plan\nada@example.com,true,SUBSCRIBED,,pro\n'],
  })
  .describe(
    'CSV with a header row: email, subscribed, subscriptionState, pausedUntil, then one column per topic (`topics.news`) and one per key of `data`. If there are more than 200 keys, the most frequent ones get a column each, and the column `data.*` holds the others as a JSON object.',
  )

const MOST_IDS = 10_000

const BulkAction = z.enum(['subscribe', 'unsubscribe', 'delete', 'addToSegment', 'setTopics'])

const hasAction = ({ value }: { value: unknown }) =>
  BulkAction.safeParse((value as { action?: unknown } | null)?.action).success

export const ContactBulk = z
  .object({
    action: BulkAction.describe('The action to apply to the contacts.'),
    ids: z
      .array(PathId.brand<'contact'>())
      .min(1, 'must name at least one contact')
      .max(MOST_IDS, `must name at most ${MOST_IDS} contacts`)
      .optional()
      .describe('Ids of the contacts, at most 10,000. Give either ids or filter.'),
    filter: ContactFilter.optional().describe(
      'All contacts that match; {} matches every contact. Named `filter` as in GET /contacts: it applies to this request only, while the `filters` of segments and workflows are stored.',
    ),
    segmentId: SegmentRef.optional().describe('For addToSegment: a static segment.'),
    topics: TopicChoices.optional().describe(
      'For setTopics: choices by the keys of topics. true joins the topic, false leaves it, and null forgets the choice.',
    ),
  })
  .refine(
    ({ action, segmentId }) => action !== 'addToSegment' || segmentId !== undefined,
    ruleAt('segmentId', 'is required', 'required'),
  )
  .refine(({ action, segmentId }) => action === 'addToSegment' || segmentId === undefined, {
    path: ['segmentId'],
    message: 'must be omitted: only addToSegment takes it',
    when: hasAction,
  })
  .refine(
    ({ action, topics }) => action !== 'setTopics' || Object.keys(topics ?? {}).length > 0,
    ruleAt('topics', 'must have at least one topic', 'required'),
  )
  .refine(({ action, topics }) => action === 'setTopics' || topics === undefined, {
    path: ['topics'],
    message: 'must be omitted: only setTopics takes it',
    when: hasAction,
  })
  .refine(
    ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
    ruleAt('ids', 'give either ids or filter'),
  )
  .meta({ id: 'ContactBulk', oneOf: [{ required: ['ids'] }, { required: ['filter'] }] })

/** Stored with the operation, for the job that does the work. */
export const BulkRequest = z.object({
  action: BulkAction,
  segmentId: z.string().brand<'segment'>().optional(),
  topics: TopicChoices.optional(),
  source: StoredCaller,
  ids: z.array(z.string().brand<'contact'>()).optional(),
  filter: ContactFilter.optional(),
})
export const BulkPosition = z.object({ handled: z.int(), before: z.string() })

const MapTarget = z
  .string()
  .regex(
    /^(email|subscribed|subscriptionState|pausedUntil|topics\.[a-z0-9-]{1,50}|data\.(?!__proto__$)[^\0]{1,200})$/,
    'must be email, subscribed, subscriptionState, pausedUntil, topics.<key>, data.<key>, data.* or null',
  )
  .refine((text) => text.isWellFormed(), 'must be valid Unicode text')
  .nullable()

export const ImportMap = z
  .record(z.string(), MapTarget)
  .describe(
    'Maps a header to "email", "subscribed", "subscriptionState", "pausedUntil", "topics.<key>", "data.<key>", "data.*" (a JSON object with any number of keys) or null (skip the column).',
  )

/** Query parameters, or fields of the form. */
export const ImportOptions = z.object({
  map: csvMapOption(ImportMap).describe(
    'JSON object that maps headers: {header: "email" | "subscribed" | "subscriptionState" | "pausedUntil" | "topics.x" | "data.x" | "data.*" | null}. Headers that it does not name keep their default. A column named data.* holds a JSON object with any number of keys, as exports write it.',
  ),
  subscribed: QueryBoolean.optional().describe(
    'Subscription of new contacts whose row does not contain one. Default: true.',
  ),
  resubscribe: QueryBoolean.optional().describe(
    'true also subscribes contacts that have unsubscribed, and lets contacts join topics that they have left. Default: false.',
  ),
  events: QueryBoolean.optional().describe(
    'true records the events contact.created, contact.subscribed, contact.unsubscribed, contact.topic_joined and contact.topic_left. Default: false.',
  ),
  segmentId: SegmentRef.optional().describe('A static segment to which every contact of the file is added.'),
})

/** Stored with the operation. */
export const ImportRequest = z.object({
  columns: z.array(
    z.union([
      z.object({ to: z.enum(['email', 'subscribed', 'state', 'pause', 'rest']) }),
      z.object({ to: z.enum(['data', 'topic']), key: z.string() }),
      z.null(),
    ]),
  ),
  delimiter: z.string(),
  subscribed: z.boolean(),
  resubscribe: z.boolean(),
  events: z.boolean(),
  segmentId: z.string().brand<'segment'>().optional(),
})

export const ContactFields = z
  .object({
    fields: z.array(
      z.object({
        key: z.string(),
        type: z.enum(['string', 'number', 'boolean', 'array', 'object']).describe('The most frequent type.'),
        types: z.record(z.string(), z.int()).describe('Number of contacts per type.'),
        count: z.int().describe('Number of contacts that have the key.'),
        coverage: z.number().describe('Share of all contacts, 0 to 1.'),
      }),
    ),
  })
  .meta({ id: 'ContactFields' })
