import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { KeyCreate } from '../../../../src/features/projects/keys.schema.ts'
import { createKey } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { keys as texts } from './keys.texts.ts'
import { NewKey } from './new-key.tsx'
import { optionsOf } from '../../components/forms/select.tsx'

type CreatedKey = Awaited<ReturnType<typeof createKey>>

type Props = { isOpen: boolean; onClose: () => void }

export function CreateKeyDialog({ isOpen, onClose }: Props) {
  const [created, setCreated] = useState<CreatedKey>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Dialog
      title={created ? texts.shown.title : texts.form.title}
      description={created ? undefined : texts.form.text}
      isOpen={isOpen}
      onClose={close}
      width={created ? 'wide' : 'narrow'}
      // Closing the dialog by accident would lose the key.
      isDismissable={created === undefined}
    >
      {created ? (
        <NewKey secret={created.key} kind={created.kind} onDone={close} />
      ) : (
        <KeyForm onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  )
}

const KINDS = optionsOf(texts.kinds)
const SCOPES = (['full', 'send', 'read'] as const).map((value) => ({
  value,
  label: texts.scopes[value] ?? value,
}))
const LIFETIMES = (['never', '30', '90', '365'] as const).map((value) => ({
  value,
  label: texts.form.lifetimes[value],
}))
type Lifetime = (typeof LIFETIMES)[number]['value']

const DAY_MS = 86_400_000
const expiryOf = (lifetime: Lifetime): string | undefined =>
  lifetime === 'never' ? undefined : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()

function KeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (created: CreatedKey) => void
  onCancel: () => void
}) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>('full')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const form = useSchemaForm(KeyCreate, { name: '', kind: 'secret' as Key['kind'] })
  const create = useMutation({
    mutationFn: (key: Parameters<typeof createKey>[1]) => createKey(api, key),
    onSuccess: (created) => {
      onCreated(created)
      return queryClient.invalidateQueries({ queryKey: [api.projectId, '/keys'] })
    },
    onError: (error) => form.showServerErrors(error),
  })
  const kind = form.watch('kind')
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) =>
        void form.handleSubmit(({ name }) =>
          create.mutate({
            name,
            kind,
            ...(kind === 'secret' && { scopes: [scope] }),
            expiresAt: expiryOf(lifetime),
          }),
        )(event)
      }
    >
      <TextField label={texts.form.name} hint={texts.form.nameHint} maxLength={100} {...form.field('name')} />
      <SelectField
        label={texts.form.kind}
        hint={texts.kindHints[kind]}
        value={kind}
        options={KINDS}
        onChange={(chosen) => form.setValue('kind', chosen)}
      />
      <div className="grid grid-cols-2 gap-3">
        {kind === 'secret' && (
          <SelectField label={texts.form.scope} value={scope} options={SCOPES} onChange={setScope} />
        )}
        <SelectField label={texts.form.expires} value={lifetime} options={LIFETIMES} onChange={setLifetime} />
      </div>
      {create.isError && <ErrorNotice error={create.error} />}
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" look="primary" isBusy={create.isPending}>
          {texts.form.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
