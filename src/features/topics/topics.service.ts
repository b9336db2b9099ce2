import type { z } from 'zod'
import type { CallerSource } from '../../platform/consent-source.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, TopicId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { FrequencyCapSetting } from '../../platform/schemas/frequency-cap.schema.ts'
import { forgetTopicJob, recheckTopicJob, topicCapJob } from './topics.jobs.ts'
import {
  countTopics,
  deleteTopic,
  findTopic,
  insertTopic,
  lockTopic,
  lockTopics,
  updateTopic,
} from './topics.queries.ts'
import type { TopicRef, TopicRow } from './topics.queries.ts'
import type { TopicCreate, TopicPatch } from './topics.schema.ts'

// More than a page for recipients can show; every check of a key reads all of them.
export const MOST_TOPICS = 100

type CreateTopicInput = { projectId: ProjectId; topic: z.output<typeof TopicCreate>; now: Date }

export async function createTopic(
  db: Db | Trx,
  { projectId, topic, now }: CreateTopicInput,
): Promise<TopicRow> {
  const ref = { projectId, topicId: newId<TopicId>(now) }
  try {
    return await inTransaction(db, async (trx) => {
      await lockTopics(trx, ref)
      if ((await countTopics(trx, ref)) >= MOST_TOPICS) throw tooMany()
      await insertTopic(trx, {
        project_id: projectId,
        id: ref.topicId,
        key: topic.key,
        name: topic.name,
        description: topic.description ?? null,
        is_public: topic.isPublic ?? true,
        opt_in: topic.optIn,
        frequency_cap: asColumn(topic.frequencyCap ?? null),
        created_at: now,
      })
      return requireTopic(await findTopic(trx, ref))
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'topics_key') throw error
    throw new AppError('CONFLICT', { message: `There is a topic with the key ${topic.key}.`, cause: error })
  }
}

export async function changeTopic(
  db: Db | Trx,
  { patch, ...ref }: TopicRef & { patch: z.output<typeof TopicPatch> },
): Promise<TopicRow> {
  const { key, name, description, isPublic, optIn, frequencyCap } = patch
  return inTransaction(db, async (trx) => {
    const topic = requireTopic(await findTopic(trx, ref))
    if (key !== undefined && key !== topic.key) throw invalidFields(KEY_STAYS)
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(isPublic !== undefined && { is_public: isPublic }),
      ...(optIn !== undefined && { opt_in: optIn }),
      ...(frequencyCap !== undefined && { frequency_cap: asColumn(frequencyCap) }),
    }
    await updateTopic(trx, { ...ref, changes })
    if (optIn !== undefined && optIn !== topic.opt_in) {
      await enqueue(trx, recheckTopicJob, { payload: { projectId: ref.projectId, key: topic.key } })
    }
    if (frequencyCap !== undefined) {
      await enqueue(trx, topicCapJob, { payload: { projectId: ref.projectId } })
    }
    return requireTopic(await findTopic(trx, ref))
  })
}

const asColumn = (cap: FrequencyCapSetting | null): string | null => cap && JSON.stringify(cap)

/** Throws if a record needs the topic. `uses` is a neighbour of this feature, so app.ts passes this in. */
export type RequireUnused = (
  trx: Trx,
  input: { projectId: ProjectId; used: { kind: 'topic'; id: string } },
) => Promise<void>

export async function removeTopic(
  db: Db | Trx,
  { requireUnused, source, ...ref }: TopicRef & { requireUnused: RequireUnused; source: CallerSource },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const topic = await lockTopic(trx, ref)
    if (!topic) throw noTopic()
    await requireUnused(trx, { projectId: ref.projectId, used: { kind: 'topic', id: ref.topicId } })
    await deleteTopic(trx, ref)
    await enqueue(trx, forgetTopicJob, { payload: { projectId: ref.projectId, key: topic.key, source } })
  })
}

export function requireTopic(row: TopicRow | undefined): TopicRow {
  if (!row) throw noTopic()
  return row
}

const KEY_STAYS = {
  field: 'key',
  message: 'cannot be changed, because emails and filters name the topic by it; create another topic',
  code: 'custom',
} as const

const noTopic = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such topic.',
    suggestion: 'List the topics with GET /topics.',
  })

const tooMany = () =>
  new AppError('CONFLICT', {
    message: `A project can have at most ${MOST_TOPICS} topics.`,
    suggestion: 'Delete a topic that is no longer used first.',
  })
