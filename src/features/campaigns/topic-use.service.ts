import type { Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import { holdTopics, listKnownTopics } from '../topics/index.ts'
import { replaceUses } from '../uses/index.ts'
import type { UserRef } from './campaign-user.ts'

/** Prevents deleting the topic of a campaign that is scheduled or being sent. @throws AppError if it was deleted */
export async function recordTopicUse(
  trx: Trx,
  { projectId, user, topic }: UserRef & { topic: string | null },
): Promise<void> {
  const known = topic === null ? [] : await listKnownTopics(trx, { projectId })
  const named = known.filter(({ key }) => key === topic).map(({ id }) => id)
  const ids = await holdTopics(trx, { projectId, ids: named })
  if (topic !== null && ids.length === 0) throw topicDeleted(topic)
  await replaceUses(trx, { projectId, user, kind: 'topic', ids })
}

export const topicDeleted = (topic: string): AppError =>
  new AppError('INVALID_STATE', {
    message: `The topic ${topic} of the campaign was deleted.`,
    suggestion: 'Choose another topic with PATCH /campaigns/{id}, or none: {"topic": null}.',
  })
