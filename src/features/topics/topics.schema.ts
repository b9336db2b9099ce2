import { z } from 'zod'
import { StoredCaller } from '../../platform/schemas/caller-source.schema.ts'
import { listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { FrequencyCap } from '../../platform/schemas/frequency-cap.schema.ts'
import { lineUpTo, textUpTo } from '../../platform/schemas/bounded.schema.ts'

// As in the table (migrations/0065).
const LONGEST_KEY = 50
const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 500

export const OPT_INS = ['implied', 'explicit'] as const
export type OptIn = (typeof OPT_INS)[number]

/** A new key, or a reference to a topic. */
export const TopicKey = textUpTo(LONGEST_KEY).regex(
  /^[a-z0-9-]+$/,
  'must have lower-case letters, digits and hyphens only',
)

const name = lineUpTo(LONGEST_NAME).min(1, 'must not be empty').describe('Shown to recipients.')
const description = textUpTo(LONGEST_DESCRIPTION).describe('Shown to recipients below the name.')
const isPublic = z.boolean().describe('Whether pages for recipients show the topic.')
const optIn = z
  .enum(OPT_INS)
  .describe(
    'implied: subscribed contacts are in the topic until they leave it. explicit: only contacts who chose it.',
  )

const FREQUENCY_CAP =
  'At most so many marketing emails about this topic to one contact in so many days. The frequency cap of the project counts as well. null: none.'

export const Topic = z
  .object({
    id: z.string(),
    key: z.string().describe('The name of the topic in emails, filters and contacts. It never changes.'),
    name,
    description: description.nullable(),
    isPublic,
    optIn,
    frequencyCap: FrequencyCap.nullable().describe(FREQUENCY_CAP),
    warnings: z
      .array(z.string())
      .describe('Settings that work, but may have unwanted effects, such as a cap that drops email.'),
    contacts: z
      .object({
        in: z
          .int()
          .describe(
            'Contacts in the topic: who chose it, and for an implied topic also subscribed contacts without a choice.',
          ),
        out: z.int().describe('Contacts who left the topic.'),
      })
      .describe('Exact numbers of contacts.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Topic' })

export const TopicUse = z.object({
  kind: z.enum(['campaign', 'recurring_campaign', 'workflow', 'form']),
  id: z.string().describe('Id of the campaign, recurring campaign, workflow or form.'),
  name: z.string(),
})

export const TopicWithUses = Topic.extend({
  usedBy: z
    .array(TopicUse)
    .describe(
      'SCHEDULED and SENDING campaigns, enabled recurring campaigns, workflows and forms that use the topic, at most 20: while there is one, it cannot be deleted.',
    ),
}).meta({ id: 'TopicWithUses' })

export const TopicList = z.object({ topics: z.array(TopicWithUses), ...listFields }).meta({ id: 'TopicList' })

export const TopicListQuery = PageQuery

export const TopicCreate = z
  .object({
    key: TopicKey.min(1, 'must not be empty').describe('1 to 50 of a-z, 0-9 and -, unique in the project.'),
    name,
    description: description.nullish(),
    isPublic: isPublic.nullish().describe('Whether pages for recipients show the topic. Default: true.'),
    optIn,
    frequencyCap: FrequencyCap.nullish().describe(FREQUENCY_CAP),
  })
  .meta({ id: 'TopicCreate' })

export const TopicPatch = z
  .object({
    key: TopicKey.optional().describe('The key of the topic. It cannot change.'),
    name: name.optional(),
    description: description.nullable().optional(),
    isPublic: isPublic.optional(),
    optIn: optIn.optional(),
    frequencyCap: FrequencyCap.nullable().optional().describe(FREQUENCY_CAP),
  })
  .meta({ id: 'TopicPatch' })

export const ProjectPayload = z.object({ projectId: z.string().brand<'project'>() })

/** The payload of jobs. */
export const TopicPayload = z.object({ projectId: z.string().brand<'project'>(), key: z.string() })
export const ForgottenTopic = TopicPayload.extend({ source: StoredCaller })
