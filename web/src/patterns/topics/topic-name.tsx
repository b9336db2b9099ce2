import { topicsTexts as texts } from './topics.texts.ts'
import { useTopics } from './use-topics.ts'

/** The name of a topic, by its key. */
export function TopicName({ of: key }: { of: string }) {
  const { find, isLoaded } = useTopics()
  return find(key)?.name ?? (isLoaded ? texts.gone(key) : key)
}
