import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { topicsQuery } from '../../api/audience/topics.ts'
import type { UsedTopic } from '../../api/audience/topics.ts'
import { useProject } from '../../app/use-project.ts'

const NONE: readonly UsedTopic[] = []

/** The topics of the project by name; none while they load. */
export function useTopics() {
  const { api } = useProject()
  const { data: topics = NONE, isSuccess } = useQuery(topicsQuery(api))
  return useMemo(
    () => ({
      topics,
      isLoaded: isSuccess,
      find: (key: string) => topics.find((topic) => topic.key === key),
    }),
    [topics, isSuccess],
  )
}
