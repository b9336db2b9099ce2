import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  TopicCreate,
  TopicList,
  TopicPatch,
  Topic as TopicSchema,
  TopicWithUses,
} from '../../../../src/features/topics/topics.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'

export type Topic = z.infer<typeof TopicSchema>
export type UsedTopic = z.infer<typeof TopicWithUses>
export type TopicUse = UsedTopic['usedBy'][number]

export const topicListQuery = (api: ProjectApi) => listOptions<z.infer<typeof TopicList>>(api, '/topics')

// As many as a project can have, and the largest page of the API.
const MOST_TOPICS = 100

/** All topics, by name. */
export const topicsQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/topics', 'all'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_TOPICS, total: false }
      const { topics } = await api.get<z.infer<typeof TopicList>>('/topics', { query, signal })
      return topics.toSorted((a, b) => a.name.localeCompare(b.name))
    },
    staleTime: 30_000,
  })

export const createTopic = (api: ProjectApi, topic: z.input<typeof TopicCreate>) =>
  api.post<Topic>('/topics', topic)

export const changeTopic = (api: ProjectApi, id: string, patch: z.input<typeof TopicPatch>) =>
  api.patch<Topic>(`/topics/${id}`, patch)

export const deleteTopic = (api: ProjectApi, id: string) => api.delete<undefined>(`/topics/${id}`)
