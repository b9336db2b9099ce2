import { Select } from '../../../components/forms/select.tsx'
import { useBuilder } from '../builder-context.ts'
import type { LeafDraft } from '../filter-draft.ts'
import { builderTexts as texts } from '../filter-builder.texts.ts'
import { TOPIC_STATES, topicStateOf, withTopicState } from './topic-state.ts'

const OPTIONS = TOPIC_STATES.map((value) => ({ value, label: texts.topicStates[value] }))

type Props = { leaf: LeafDraft; onChange: (leaf: LeafDraft) => void }

export function TopicStateSelect({ leaf, onChange }: Props) {
  const { isReadOnly } = useBuilder()
  return (
    <Select
      label={texts.operator}
      value={topicStateOf(leaf)}
      options={OPTIONS}
      isDisabled={isReadOnly}
      onChange={(state) => onChange(withTopicState(leaf, state))}
    />
  )
}
