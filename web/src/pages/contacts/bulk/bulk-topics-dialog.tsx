import { useState } from 'react'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { Dialog, DialogForm } from '../../../components/overlays/dialog.tsx'
import { SettingsLink } from '../../../patterns/topics/settings-link.tsx'
import { useTopics } from '../../../patterns/topics/use-topics.ts'
import { contacts } from '../contacts.texts.ts'

const { bulk: texts } = contacts

/** A bulk action of the API. */
export type SetTopics = { action: 'setTopics'; topics: Record<string, boolean | null> }

type Choice = keyof typeof texts.topicChoices

const CHOICES = optionsOf(texts.topicChoices)
const VALUES: Record<Choice, boolean | null> = { join: true, leave: false, forget: null }

type BulkTopicsProps = { count: number; onClose: () => void; onSubmit: (action: SetTopics) => void }

export function BulkTopicsDialog({ isOpen, ...props }: BulkTopicsProps & { isOpen: boolean }) {
  return (
    <Dialog
      title={texts.topicsTitle(props.count)}
      description={texts.topicsText}
      isOpen={isOpen}
      onClose={props.onClose}
    >
      <BulkTopicsForm {...props} />
    </Dialog>
  )
}

function BulkTopicsForm({ count, onClose, onSubmit }: BulkTopicsProps) {
  const { topics, isLoaded } = useTopics()
  const [chosen, setChosen] = useState<string>()
  const [choice, setChoice] = useState<Choice>('leave')
  const key = chosen ?? topics[0]?.key
  if (key === undefined) {
    return (
      <p className="text-sm">
        {isLoaded && (
          <>
            {texts.noTopics} <SettingsLink>{texts.createTopics}</SettingsLink>
          </>
        )}
      </p>
    )
  }
  return (
    <DialogForm
      submit={texts.topicsSubmit(count)}
      isBusy={false}
      onSubmit={() => onSubmit({ action: 'setTopics', topics: { [key]: VALUES[choice] } })}
      onCancel={onClose}
    >
      <SelectField
        label={texts.topic}
        value={key}
        options={topics.map((topic) => ({ value: topic.key, label: topic.name }))}
        onChange={setChosen}
      />
      <SelectField label={texts.topicChoice} value={choice} options={CHOICES} onChange={setChoice} />
    </DialogForm>
  )
}
