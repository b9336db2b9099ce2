import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { EmailPartialCreate } from '../../../../src/features/templates/partials/partials.schema.ts'
import { createPartial, partialKeysQuery } from '../../api/content/partials.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { NameAndKeyFields } from '../../patterns/record/name-and-key-fields.tsx'
import { partialTexts } from './partials.texts.ts'

const { form: texts } = partialTexts

type Fields = z.input<typeof EmailPartialCreate>

/** Leads to the new partial, where it is written. */
export function PartialForm({ onClose }: { onClose: () => void }) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const { data: taken = [] } = useQuery(partialKeysQuery(api))
  const form = useSchemaForm<Fields, Fields>(EmailPartialCreate, { key: '', name: '', body: texts.body })
  const save = useChange({
    call: createPartial,
    done: texts.created,
    refreshes: ['/partials'],
    form,
    showsError: true,
    onSuccess: ({ id }) => open('partial', id),
  })
  return (
    <DialogForm
      submit={texts.create}
      isBusy={save.isPending}
      onSubmit={form.submit(save.mutate)}
      onCancel={onClose}
    >
      <NameAndKeyFields
        texts={texts}
        name={form.field('name')}
        keyField={form.field('key')}
        setKey={(key) => form.setValue('key', key)}
        taken={taken}
      />
      {save.isError && <ErrorNotice error={save.error} />}
    </DialogForm>
  )
}
