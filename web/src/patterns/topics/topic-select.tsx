// Chooses the topic of emails.
import { useProject } from '../../app/use-project.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { SettingsLink } from './settings-link.tsx'
import { topicsTexts as texts } from './topics.texts.ts'
import { useTopics } from './use-topics.ts'

// No key has a capital letter.
const NONE = 'NONE'

type TopicSelectProps = {
  value: string | null
  onChange: (key: string | null) => void
  isDisabled: boolean
  error?: string | undefined
  /** The label and the hint of the choice without a topic. */
  none?: { label: string; hint: string }
}

export function TopicSelect({ value, onChange, isDisabled, error, none }: TopicSelectProps) {
  const { may } = useProject()
  const { topics, isLoaded, find } = useTopics()
  const chosen = value === null ? undefined : find(value)
  const isGone = value !== null && isLoaded && !chosen
  const without = topics.length === 0 && isLoaded ? texts.hints.noTopics : (none?.hint ?? texts.hints.none)
  return (
    <SelectField
      label={texts.topic}
      value={value ?? NONE}
      options={[
        { value: NONE, label: none?.label ?? texts.none },
        ...(value === null || chosen ? [] : [{ value, label: isGone ? texts.gone(value) : value }]),
        ...topics.map(({ key, name }) => ({ value: key, label: name })),
      ]}
      isDisabled={isDisabled}
      error={error ?? (isGone ? texts.hints.gone : undefined)}
      hint={
        isGone || error !== undefined ? undefined : (
          <>
            {chosen ? texts.hints[chosen.optIn] : without}{' '}
            {may('member') && (
              <SettingsLink>{topics.length === 0 ? texts.create : texts.manage}</SettingsLink>
            )}
          </>
        )
      }
      onChange={(key) => onChange(key === NONE ? null : key)}
    />
  )
}
