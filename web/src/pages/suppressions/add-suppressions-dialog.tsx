import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { forEach } from '../../api/each.ts'
import { suppress } from '../../api/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { TextArea } from '../../components/forms/field.tsx'
import { formatCount } from '../../components/number.ts'
import { Progress } from '../../components/notices/progress.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { readAddresses } from '../../patterns/pasted-addresses.ts'
import type { Pasted } from '../../patterns/pasted-addresses.ts'
import { suppressions } from './suppressions.texts.ts'

const texts = suppressions.adding

// One call each; some ten seconds of work, in which the page stays open.
const MOST_ADDRESSES = 5_000
// Far more than so many addresses have.
const MOST_CHARACTERS = 500_000

type Props = { isOpen: boolean; onClose: () => void }

export function AddSuppressionsDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <AddForm onDone={onClose} />
    </Dialog>
  )
}

function problemOf(text: string, { addresses }: Pasted): string | undefined {
  if (addresses.length > MOST_ADDRESSES) return texts.tooMany(formatCount(MOST_ADDRESSES))
  return text.trim() !== '' && addresses.length === 0 ? texts.none : undefined
}

function foundIn({ addresses, wrong }: Pasted): string {
  const [first] = wrong
  const found = texts.found(formatCount(addresses.length))
  return first === undefined
    ? found
    : `${found} · ${texts.wrong(formatCount(wrong.length), first.slice(0, 60))}`
}

function AddForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const pasted = useMemo(() => readAddresses(text), [text])
  const isSettled = useDeferredValue(text) === text
  const { add, done, stop } = useAdd(onDone)
  const total = pasted.addresses.length
  const problem = problemOf(text, pasted)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (total > 0 && problem === undefined) add.mutate(pasted.addresses)
      }}
    >
      <TextArea
        label={texts.addresses}
        hint={total > 0 ? foundIn(pasted) : texts.hint}
        error={isSettled ? problem : undefined}
        value={text}
        rows={8}
        maxLength={MOST_CHARACTERS}
        spellCheck={false}
        disabled={add.isPending}
        onChange={({ target }) => setText(target.value)}
      />
      {add.isPending && (
        <div className="mt-4">
          <Progress label={texts.progress} done={done} total={total} />
          <p role="status" className="tabular mt-1.5 text-xs text-soft">
            {texts.running(formatCount(done), formatCount(total))}
          </p>
        </div>
      )}
      <DialogActions>
        <Button onClick={add.isPending ? stop : onDone}>{add.isPending ? texts.stop : texts.cancel}</Button>
        <Button
          type="submit"
          look="primary"
          isBusy={add.isPending}
          disabled={total === 0 || problem !== undefined}
        >
          {total > 1 ? texts.submit(formatCount(total)) : texts.submitOne}
        </Button>
      </DialogActions>
    </form>
  )
}

function useAdd(onDone: () => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [done, setDone] = useState(0)
  const stopper = useRef<AbortController>(undefined)
  const add = useMutation({
    mutationFn: (addresses: string[]) => {
      stopper.current = new AbortController()
      setDone(0)
      return forEach(addresses, (email) => suppress(api, email), {
        signal: stopper.current.signal,
        onProgress: setDone,
      })
    },
    onSuccess: async (outcomes) => {
      const failed = outcomes.filter((outcome) => 'error' in outcome)
      const [first] = failed
      toast.good(texts.done(formatCount(outcomes.length - failed.length)))
      if (first) {
        const message = first.error instanceof Error ? first.error.message : String(first.error)
        toast.error(new Error(texts.failed(formatCount(failed.length), message)))
      }
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/suppressions'] })
    },
  })
  return { add, done, stop: () => stopper.current?.abort() }
}
