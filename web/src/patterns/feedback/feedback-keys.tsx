import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { changeFeedbackKeys, feedbackQuery } from '../../api/connections/feedback.ts'
import type { FeedbackPath, KeyName, TransportFeedback } from '../../api/connections/feedback.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { PasswordField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog, Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { keyOf } from './key-of.ts'
import { feedbackTexts as texts } from './feedback.texts.ts'

const KEY_NAMES = optionsOf(texts.keyNames)

type KeysProps = { path: FeedbackPath; feedback: TransportFeedback }

export function FeedbackKeys({ path, feedback }: KeysProps) {
  const [isSetting, setIsSetting] = useState(false)
  const [removed, setRemoved] = useState<KeyName>()
  const close = () => {
    setIsSetting(false)
    setRemoved(undefined)
  }
  return (
    <section className="mt-4 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{texts.keys}</h3>
        <Button size="small" icon={<KeyRound />} onClick={() => setIsSetting(true)}>
          {texts.setKey}
        </Button>
      </div>
      <p className="mt-1 text-xs text-soft">{texts.keysText}</p>
      {feedback.keys.length === 0 && <p className="mt-2 text-sm text-soft">{texts.noKeys}</p>}
      <ul className="mt-2 divide-y divide-line text-sm">
        {feedback.keys.map((name) => (
          <li key={name} className="flex items-center justify-between gap-2 py-1">
            {texts.keyNames[name]}
            <IconButton label={texts.removeKey(texts.keyNames[name])} onClick={() => setRemoved(name)}>
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <Dialog title={texts.setting.title} description={texts.setting.text} isOpen={isSetting} onClose={close}>
        <KeyForm path={path} feedback={feedback} onClose={close} />
      </Dialog>
      <RemoveDialog path={path} name={removed} onClose={close} />
    </section>
  )
}

type KeyChange = { path: FeedbackPath; done: string; onSuccess: () => void; showsError?: boolean }

function useKeyChange({ path, ...change }: KeyChange) {
  const { api } = useProject()
  return useChange({
    ...change,
    call: (_, keys: Partial<Record<KeyName, string | null>>) => changeFeedbackKeys(api, path, keys),
    record: feedbackQuery(api, path),
  })
}

function KeyForm({ path, feedback, onClose }: KeysProps & { onClose: () => void }) {
  const [name, setName] = useState(keyOf(feedback.provider))
  const [value, setValue] = useState('')
  const { setting } = texts
  const save = useKeyChange({ path, done: setting.done, onSuccess: onClose, showsError: true })
  return (
    <DialogForm
      submit={setting.submit}
      isBusy={save.isPending}
      isDisabled={value.trim() === ''}
      onSubmit={() => save.mutate({ [name]: value.trim() })}
      onCancel={onClose}
    >
      <SelectField label={setting.name} value={name} options={KEY_NAMES} onChange={setName} />
      <PasswordField
        label={setting.value}
        hint={texts.keyHints[name]}
        autoComplete="new-password"
        maxLength={1000}
        value={value}
        onText={setValue}
      />
      {save.isError && <ErrorNotice error={save.error} />}
    </DialogForm>
  )
}

type RemoveDialogProps = { path: FeedbackPath; name: KeyName | undefined; onClose: () => void }

function RemoveDialog({ path, name, onClose }: RemoveDialogProps) {
  const { removing } = texts
  const remove = useKeyChange({ path, done: removing.done, onSuccess: onClose })
  return (
    <ConfirmDialog
      title={removing.title}
      description={removing.text}
      submit={removing.submit}
      isOpen={name !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => name && remove.mutate({ [name]: null })}
    />
  )
}
