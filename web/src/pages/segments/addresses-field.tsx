import { useDeferredValue, useMemo, useState } from 'react'
import { TextArea } from '../../components/forms/field.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount } from '../../components/number.ts'
import { readAddresses } from '../../patterns/pasted-addresses.ts'
import type { Pasted } from '../../patterns/pasted-addresses.ts'
import { segments } from './segments.texts.ts'

const texts = segments.add

// A minute of calls with a thousand addresses each. Larger lists are imported as a file, which goes on without the page.
const MOST_ADDRESSES = 50_000
// Far more than so many addresses have.
const MOST_CHARACTERS = 4_000_000
// A line that is no address is shown no longer than this.
const LONGEST_SHOWN = 60

function problemOf(text: string, { addresses }: Pasted): string | undefined {
  if (addresses.length > MOST_ADDRESSES) return texts.tooMany(formatCount(MOST_ADDRESSES))
  return text.trim() !== '' && addresses.length === 0 ? texts.none : undefined
}

function foundIn({ addresses, wrong }: Pasted): string {
  const [first] = wrong
  const found = texts.found(formatCount(addresses.length))
  if (first === undefined) return found
  return `${found} · ${texts.wrong(formatCount(wrong.length), first.slice(0, LONGEST_SHOWN))}`
}

export type PastedAddresses = ReturnType<typeof useAddresses>

/** Addresses out of a text that is typed or pasted. */
export function useAddresses() {
  const [text, setText] = useState('')
  // A long text is read when the keys have rest.
  const settled = useDeferredValue(text)
  const pasted = useMemo(() => readAddresses(settled), [settled])
  return { text, setText, ...pasted, problem: problemOf(settled, pasted) }
}

type FieldProps = {
  pasted: PastedAddresses
  progress: { done: number; total: number } | undefined
  isDisabled: boolean
}

export function AddressesField({ pasted, progress, isDisabled }: FieldProps) {
  return (
    <div>
      <TextArea
        label={texts.label}
        hint={pasted.addresses.length > 0 ? foundIn(pasted) : texts.hint}
        error={pasted.problem}
        value={pasted.text}
        rows={6}
        maxLength={MOST_CHARACTERS}
        spellCheck={false}
        disabled={isDisabled}
        onChange={({ target }) => pasted.setText(target.value)}
      />
      {progress && (
        <div className="mt-3">
          <Progress label={texts.title} done={progress.done} total={progress.total} />
          <p role="status" className="tabular mt-1.5 text-xs text-soft">
            {texts.running(formatCount(progress.done), formatCount(progress.total))}
          </p>
        </div>
      )}
    </div>
  )
}
