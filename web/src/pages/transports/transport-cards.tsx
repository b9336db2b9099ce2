import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { TransportPatch } from '../../../../src/features/transports/transports.schema.ts'
import { changeTransport, deleteTransport, transportQuery } from '../../api/connections/transports.ts'
import type { Transport } from '../../api/connections/transports.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { fieldsOf, patchBody } from './form/transport-fields.ts'
import { TransportForm } from './form/transport-form.tsx'
import { transports as texts } from './transports.texts.ts'

const { detail } = texts

type TransportProps = { transport: Transport }

export function SettingsCard({ transport }: TransportProps) {
  const { api, may } = useProject()
  const first = fieldsOf(transport)
  const save = useChange({
    call: (_, patch: z.input<typeof TransportPatch>) => changeTransport(api, transport.id, patch),
    record: transportQuery(api, transport.id),
    done: texts.form.saved,
    refreshes: ['/transports'],
    showsError: true,
  })
  return (
    <Card title={detail.settings}>
      <TransportForm
        // Resets the form after a save by somebody else.
        key={transport.updatedAt}
        first={first}
        parse={(fields) => TransportPatch.safeParse(patchBody(fields, first))}
        submit={texts.form.save}
        isStored
        isBusy={save.isPending}
        error={save.error}
        isDisabled={!may('owner')}
        onSubmit={save.mutate}
      />
    </Card>
  )
}

export function DomainsCard({ transport: { domains, isDefault } }: TransportProps) {
  return (
    <Card title={detail.domains}>
      {domains.length === 0 ? (
        <p className="text-sm text-soft">{isDefault ? detail.noDomainsDefault : detail.noDomains}</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-sm">
          {domains.map(({ id, domain }) => (
            <li key={id} className="truncate">
              <RecordLink kind="domain" id={id}>
                {domain}
              </RecordLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function FactsCard({ transport }: TransportProps) {
  const { may } = useProject()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Card title={detail.facts}>
      <Facts
        facts={[
          [detail.id, <Copyable key="id" text={transport.id} label={detail.copyId} />],
          [detail.added, <Time key="added" at={transport.createdAt} />],
          [detail.changed, <Time key="changed" at={transport.updatedAt} />],
        ]}
      />
      {may('owner') && (
        <div className="mt-4">
          <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
            {detail.delete}
          </Button>
          <DeleteDialog transport={transport} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
        </div>
      )}
    </Card>
  )
}

type DialogProps = TransportProps & { isOpen: boolean; onClose: () => void }

function DeleteDialog({ transport: { id, name }, isOpen, onClose }: DialogProps) {
  const remove = useDelete({
    kind: 'transport',
    id,
    remove: (api) => deleteTransport(api, id),
    deleted: detail.deleting.done,
    showsError: true,
  })
  const close = () => {
    onClose()
    remove.reset()
  }
  return (
    <ConfirmDialog
      title={detail.deleting.title(name)}
      description={detail.deleting.text}
      cancel={detail.deleting.cancel}
      submit={detail.deleting.submit}
      isOpen={isOpen}
      isBusy={remove.isPending}
      onClose={close}
      onConfirm={() => remove.mutate()}
    >
      {remove.isError && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  )
}
