import { TransportCreate } from '../../../../src/features/transports/transports.schema.ts'
import { createTransport } from '../../api/connections/transports.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { createBody, NEW_TRANSPORT } from './form/transport-fields.ts'
import { TransportForm } from './form/transport-form.tsx'
import { transports } from './transports.texts.ts'

/** Leads to the page of the new transport, where it can be tested. */
export function AddTransportForm({ onClose }: { onClose: () => void }) {
  const { open } = useRecordPages()
  const add = useChange({
    call: createTransport,
    refreshes: ['/transports'],
    showsError: true,
    onSuccess: ({ id }) => open('transport', id),
  })
  return (
    <TransportForm
      first={NEW_TRANSPORT}
      parse={(fields) => TransportCreate.safeParse(createBody(fields))}
      submit={transports.form.submit}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={add.mutate}
      onCancel={onClose}
    />
  )
}
