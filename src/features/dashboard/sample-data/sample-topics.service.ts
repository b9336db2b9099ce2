import type { CallerSource } from '../../../platform/consent-source.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId, TopicId } from '../../../platform/ids.ts'
import { isTopicChosen } from '../../contacts/index.ts'
import { createTopic, listKnownTopics, listTopics, MOST_TOPICS, removeTopic } from '../../topics/index.ts'
import { requireUnused } from '../../uses/index.ts'
import { SAMPLE_TOPICS } from './sample-people.ts'

/** Leaves topics with the same keys as they are. @returns how many were created */
export async function addSampleTopics(
  db: Db | Trx,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<number> {
  const known = new Set((await listKnownTopics(db, { projectId })).map(({ key }) => key))
  const missing = SAMPLE_TOPICS.filter(({ key }) => !known.has(key))
  for (const topic of missing) await createTopic(db, { projectId, topic, now })
  return missing.length
}

/** Keeps topics that somebody has changed, and those that contacts beside the sample have joined or left. */
export async function removeSampleTopics(
  trx: Trx,
  {
    projectId,
    source,
    contactIds,
  }: { projectId: ProjectId; source: CallerSource; contactIds: readonly ContactId[] },
): Promise<void> {
  const { rows } = await listTopics(trx, { projectId, limit: MOST_TOPICS, before: undefined })
  for (const { id, key, name, description } of rows.toReversed()) {
    const sample = SAMPLE_TOPICS.find((topic) => topic.key === key)
    const isUnchanged = sample?.name === name && sample.description === description
    if (isUnchanged && !(await isTopicChosen(trx, { projectId, key, except: contactIds }))) {
      await removeTopic(trx, { projectId, topicId: id as TopicId, source, requireUnused })
    }
  }
}
