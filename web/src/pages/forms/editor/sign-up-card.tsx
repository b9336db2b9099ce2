import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '../../../api/project/project.ts'
import { useProject } from '../../../app/use-project.ts'
import { Checkbox } from '../../../components/forms/checkbox.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { Card } from '../../../components/page.tsx'
import { SettingsLink } from '../../../patterns/topics/settings-link.tsx'
import { topicsTexts } from '../../../patterns/topics/topics.texts.ts'
import { useTopics } from '../../../patterns/topics/use-topics.ts'
import { editorTexts } from '../forms.texts.ts'
import { problemIn } from './form-draft.ts'
import type { FormDraft } from './form-draft.ts'
import type { PartProps } from './part-props.ts'

const { signUp: texts } = editorTexts

const CONFIRMS = optionsOf(texts.confirms)

/** The topics that people join by signing up, and whether they confirm their address. */
export function SignUpCard({ draft, change, problems, isReadOnly }: PartProps) {
  const confirmProblem = problems['confirm']
  return (
    <Card title={texts.title}>
      <div className="flex flex-col gap-4">
        <TopicChoices
          value={draft.topics}
          error={problemIn(problems, 'topics')}
          isReadOnly={isReadOnly}
          onChange={(topics) => change({ topics })}
        />
        <SelectField
          label={texts.confirm}
          value={draft.confirm}
          options={CONFIRMS}
          isDisabled={isReadOnly}
          error={confirmProblem}
          hint={confirmProblem === undefined ? <ConfirmHint of={draft.confirm} /> : undefined}
          onChange={(confirm) => change({ confirm })}
        />
      </div>
    </Card>
  )
}

function ConfirmHint({ of: confirm }: { of: FormDraft['confirm'] }) {
  const { api } = useProject()
  const { data } = useQuery(projectQuery(api))
  if (confirm !== 'project') return texts[confirm]
  return data?.doubleOptIn.enabled === true ? texts.projectAsks : texts.projectAsksNot
}

type TopicChoicesProps = {
  value: readonly string[]
  error: string | undefined
  isReadOnly: boolean
  onChange: (keys: string[]) => void
}

function TopicChoices({ value, error, isReadOnly, onChange }: TopicChoicesProps) {
  const { may } = useProject()
  const { topics, isLoaded, find } = useTopics()
  const gone = isLoaded ? value.filter((key) => !find(key)) : []
  const choices = [...gone.map((key) => ({ key, name: topicsTexts.gone(key), description: null })), ...topics]
  return (
    <div role="group" aria-label={texts.topics} className="flex flex-col gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        {texts.topics}
      </p>
      {choices.map(({ key, name, description }) => (
        <div key={key} className="flex items-start gap-2.5 py-1">
          <span className="pt-0.5">
            <Checkbox
              label={name}
              isChecked={value.includes(key)}
              isDisabled={isReadOnly}
              onChange={(isChosen) =>
                onChange(isChosen ? [...value, key] : value.filter((one) => one !== key))
              }
            />
          </span>
          <div className="min-w-0 text-sm">
            <p aria-hidden>{name}</p>
            {description !== null && <p className="text-xs text-soft">{description}</p>}
          </div>
        </div>
      ))}
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
      <p className="text-xs text-soft">
        {isLoaded && topics.length === 0 && texts.noTopics}{' '}
        {may('member') && (
          <SettingsLink>{topics.length === 0 ? topicsTexts.create : topicsTexts.manage}</SettingsLink>
        )}
      </p>
    </div>
  )
}
