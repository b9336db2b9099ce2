import { useState } from 'react'
import { KeyCreate } from '../../../../src/features/projects/keys.schema.ts'
import { createKey } from '../../api/project/keys.ts'
import type { Key } from '../../api/project/keys.ts'
import { useChange } from '../../app/use-change.ts'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { SecretDialog } from '../../patterns/secret/secret-dialog.tsx'
import { keys } from './keys.texts.ts'
import { NewKey } from './new-key.tsx'

const { form: texts } = keys

type CreatedKey = Awaited<ReturnType<typeof createKey>>

export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <SecretDialog
      title={texts.title}
      description={texts.text}
      secretTitle={keys.shown.title}
      secret={created && <NewKey secret={created.key} kind={created.kind} onDone={close} />}
      isOpen={isOpen}
      onClose={close}
    >
      <KeyForm onCreated={setCreated} onCancel={close} />
    </SecretDialog>
  )
}

const KINDS = optionsOf(keys.kinds)
const SCOPES = (['full', 'send', 'read'] as const).map((value) => ({
  value,
  label: keys.scopes[value] ?? value,
}))
const LIFETIMES = (['never', '30', '90', '365'] as const).map((value) => ({
  value,
  label: texts.lifetimes[value],
}))
type Lifetime = (typeof LIFETIMES)[number]['value']

const DAY_MS = 86_400_000
const expiryOf = (lifetime: Lifetime): string | undefined =>
  lifetime === 'never' ? undefined : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()

type KeyFormProps = { onCreated: (created: CreatedKey) => void; onCancel: () => void }

function KeyForm({ onCreated, onCancel }: KeyFormProps) {
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>('full')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const form = useSchemaForm(KeyCreate, { name: '', kind: 'secret' as Key['kind'] })
  const create = useChange({
    call: createKey,
    refreshes: ['/keys'],
    form,
    showsError: true,
    onSuccess: onCreated,
  })
  const kind = form.watch('kind')
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={create.isPending}
      onSubmit={form.submit(({ name }) =>
        create.mutate({
          name,
          kind,
          ...(kind === 'secret' && { scopes: [scope] }),
          expiresAt: expiryOf(lifetime),
        }),
      )}
      onCancel={onCancel}
    >
      <TextField label={texts.name} hint={texts.nameHint} maxLength={100} {...form.field('name')} />
      <SelectField
        label={texts.kind}
        hint={keys.kindHints[kind]}
        value={kind}
        options={KINDS}
        onChange={(chosen) => form.setValue('kind', chosen)}
      />
      <div className="grid grid-cols-2 gap-3">
        {kind === 'secret' && (
          <SelectField label={texts.scope} value={scope} options={SCOPES} onChange={setScope} />
        )}
        <SelectField label={texts.expires} value={lifetime} options={LIFETIMES} onChange={setLifetime} />
      </div>
      {create.isError && <ErrorNotice error={create.error} />}
    </DialogForm>
  )
}
