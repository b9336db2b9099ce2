import { useQueryClient } from '@tanstack/react-query'
import { suppress } from '../../api/audience/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { DialogActions } from '../../components/overlays/dialog.tsx'
import { formatCount } from '../../format/number.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { AddressesField } from '../../patterns/addresses/addresses-field.tsx'
import { useEachAddress } from '../../patterns/addresses/use-each-address.ts'
import { usePastedAddresses } from '../../patterns/addresses/use-pasted-addresses.ts'
import { suppressions } from './suppressions.texts.ts'

const texts = suppressions.adding

// One call per address; some ten seconds in which the page has to stay open.
const MAX_ADDRESSES = 5_000

export function AddSuppressionsForm({ onClose }: { onClose: () => void }) {
  const pasted = usePastedAddresses({ max: MAX_ADDRESSES, tooMany: texts.tooMany })
  const { run, done, stop } = useAdd(onClose)
  const total = pasted.addresses.length
  const isReady = total > 0 && pasted.problem === undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) run.mutate(pasted.addresses)
      }}
    >
      <AddressesField
        pasted={pasted}
        progress={run.isPending ? { label: texts.progress, done, total } : undefined}
        isDisabled={run.isPending}
      />
      <DialogActions>
        <Button onClick={run.isPending ? stop : onClose}>{run.isPending ? texts.stop : texts.cancel}</Button>
        <Button type="submit" look="primary" isBusy={run.isPending} disabled={!isReady}>
          {texts.submit(total)}
        </Button>
      </DialogActions>
    </form>
  )
}

function useAdd(onDone: () => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  return useEachAddress({
    call: (email) => suppress(api, email),
    onSuccess: async (outcomes) => {
      const failed = outcomes.filter((outcome) => 'error' in outcome)
      const [first] = failed
      toast.good(texts.done(outcomes.length - failed.length))
      if (first) {
        const message = first.error instanceof Error ? first.error.message : String(first.error)
        toast.error(new Error(texts.failed(formatCount(failed.length), message)))
      }
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/suppressions'] })
    },
  })
}
