import { useDeferredValue, useMemo, useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { readAddresses } from './pasted-addresses.ts'
import type { ParsedAddresses } from './pasted-addresses.ts'
import { addressesTexts as texts } from './addresses.texts.ts'

// Far more than an address with a name has.
const CHARACTERS_PER_ADDRESS = 100

type PastedOptions = {
  max: number
  tooMany: (max: string) => string
  /** Passes invalid addresses on, so that the server says what is wrong with them. */
  includesInvalid?: boolean
}

export type PastedAddresses = ReturnType<typeof usePastedAddresses>

export function usePastedAddresses({ max, tooMany, includesInvalid = false }: PastedOptions) {
  const [text, setText] = useState('')
  // Parsing a long text must not block typing.
  const deferred = useDeferredValue(text)
  const pasted = useMemo((): ParsedAddresses => {
    const read = readAddresses(deferred)
    return includesInvalid ? { addresses: [...read.addresses, ...read.invalid], invalid: [] } : read
  }, [deferred, includesInvalid])
  const total = pasted.addresses.length
  const none = deferred.trim() !== '' && total === 0 ? texts.none : undefined
  return {
    ...pasted,
    text,
    setText,
    maxLength: max * CHARACTERS_PER_ADDRESS,
    problem: total > max ? tooMany(formatCount(max)) : none,
  }
}
