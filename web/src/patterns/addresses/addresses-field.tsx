import { TextArea } from '../../components/forms/field.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { formatCount } from '../../format/number.ts'
import { addressesTexts as texts } from './addresses.texts.ts'
import type { PastedAddresses } from './use-pasted-addresses.ts'

// Longer invalid words are truncated.
const MAX_SHOWN_LENGTH = 60

type AddressesFieldProps = {
  pasted: PastedAddresses
  hint?: string
  /** Set while the addresses are processed. */
  progress: { label: string; done: number; total: number } | undefined
  isDisabled: boolean
}

export function AddressesField({ pasted, hint = texts.hint, progress, isDisabled }: AddressesFieldProps) {
  return (
    <div>
      <TextArea
        label={texts.label}
        hint={pasted.addresses.length > 0 ? hintOf(pasted) : hint}
        error={pasted.problem}
        value={pasted.text}
        rows={8}
        maxLength={pasted.maxLength}
        spellCheck={false}
        disabled={isDisabled}
        onText={pasted.setText}
      />
      {progress && (
        <div className="mt-4">
          <Progress {...progress} />
          <p role="status" className="tabular mt-1.5 text-xs text-soft">
            {texts.running(formatCount(progress.done), formatCount(progress.total))}
          </p>
        </div>
      )}
    </div>
  )
}

function hintOf({ addresses, invalid }: PastedAddresses): string {
  const [first] = invalid
  const found = texts.found(addresses.length)
  if (first === undefined) return found
  return `${found} · ${texts.wrong(invalid.length, first.slice(0, MAX_SHOWN_LENGTH))}`
}
