import type { z } from 'zod'
import { TopicCreate } from '../../../../../src/features/topics/topics.schema.ts'
import { changeTopic, createTopic } from '../../../api/audience/topics.ts'
import type { Topic } from '../../../api/audience/topics.ts'
import { useChange } from '../../../app/use-change.ts'
import { ChoiceCards } from '../../../components/forms/choice-cards.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { useSchemaForm } from '../../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { DialogForm } from '../../../components/overlays/dialog.tsx'
import { limitTexts } from '../limits/limits.texts.ts'
import { NameAndKeyFields } from '../../../patterns/record/name-and-key-fields.tsx'
import { topicTexts } from './topics.texts.ts'

const { form: texts } = topicTexts

const OPT_INS = (['implied', 'explicit'] as const).map((value) => ({
  value,
  label: topicTexts.optIns[value],
  hint: topicTexts.meanings[value],
}))

type Fields = z.input<typeof TopicCreate>

const NEW: Fields = {
  key: '',
  name: '',
  description: null,
  isPublic: true,
  optIn: 'implied',
  frequencyCap: null,
}

/** Shown when the cap is switched on. */
const FIRST_CAP = { emails: 1, days: 7 }

const toNumber = (text: string | number): number => (text === '' ? Number.NaN : Number(text))

type TopicFormProps = {
  /** Undefined for a new topic. */
  topic: Topic | undefined
  /** The keys of the other topics. */
  taken: readonly string[]
  onClose: () => void
}

export function TopicForm({ topic, taken, onClose }: TopicFormProps) {
  const form = useSchemaForm<Fields, z.output<typeof TopicCreate>>(TopicCreate, topic ?? NEW)
  const save = useChange({
    call: (api, { key, ...fields }: z.output<typeof TopicCreate>) =>
      topic ? changeTopic(api, topic.id, toPatch(fields)) : createTopic(api, { key, ...fields }),
    done: topic ? texts.saved : texts.created,
    refreshes: ['/topics'],
    form,
    showsError: true,
    onSuccess: onClose,
  })
  const hasCap = Boolean(form.watch('frequencyCap'))
  return (
    <DialogForm
      submit={topic ? texts.save : texts.create}
      isBusy={save.isPending}
      onSubmit={form.submit(save.mutate)}
      onCancel={onClose}
    >
      <NameAndKeyFields
        texts={topic ? { ...texts, keyHint: texts.keyStays } : texts}
        name={form.field('name')}
        keyField={form.field('key')}
        setKey={(key) => form.setValue('key', key)}
        taken={taken}
        isKeyFixed={topic !== undefined}
      />
      <TextArea
        label={texts.description}
        hint={texts.descriptionHint}
        rows={2}
        maxLength={500}
        {...form.field('description', { setValueAs: (text: string | null) => text?.trim() || null })}
      />
      <ChoiceCards
        label={texts.optIn}
        value={form.watch('optIn')}
        choices={OPT_INS}
        onChange={(optIn) => form.setValue('optIn', optIn)}
      />
      <SwitchRow
        label={texts.isPublic}
        hint={texts.isPublicHint}
        isOn={form.watch('isPublic') !== false}
        onChange={(isPublic) => form.setValue('isPublic', isPublic)}
      />
      <SwitchRow
        label={texts.cap}
        hint={texts.capHint}
        isOn={hasCap}
        onChange={(isOn) => form.setValue('frequencyCap', isOn ? FIRST_CAP : null)}
      />
      {hasCap && (
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label={limitTexts.cap.emails}
            inputMode="numeric"
            {...form.field('frequencyCap.emails', { setValueAs: toNumber })}
          />
          <TextField
            label={limitTexts.cap.days}
            inputMode="numeric"
            {...form.field('frequencyCap.days', { setValueAs: toNumber })}
          />
        </div>
      )}
      {save.isError && <ErrorNotice error={save.error} />}
    </DialogForm>
  )
}

const toPatch = ({
  name,
  description,
  isPublic,
  optIn,
  frequencyCap,
}: Omit<z.output<typeof TopicCreate>, 'key'>) => ({
  name,
  optIn,
  frequencyCap: frequencyCap ?? null,
  description: description ?? null,
  isPublic: isPublic ?? true,
})
