import { useDeferredValue, useMemo, useState } from 'react'
import { formatCount } from '../../format/number.ts'
import { readAddresses } from './pasted-addresses.ts'
import type { Pasted } from './pasted-addresses.ts'
import { addressesTexts as texts } from './addresses.texts.ts'

// Far more than an address has, with the name of its owner.
const CHARACTERS_PER_ADDRESS = 100

type PastedOptions = {
  /** At once. */
  most: number
  tooMany: (most: string) => string
  /** What is not an address counts too: the server is to say what is wrong with it. */
  includesWrong?: boolean
}

export type PastedAddresses = ReturnType<typeof usePastedAddresses>

/** Addresses out of a text that is typed or pasted. */
export function usePastedAddresses({ most, tooMany, includesWrong = false }: PastedOptions) {
  const [text, setText] = useState('')
  // A long text is read when the keys have rest.
  const settled = useDeferredValue(text)
  const pasted = useMemo((): Pasted => {
    const read = readAddresses(settled)
    return includesWrong ? { addresses: [...read.addresses, ...read.wrong], wrong: [] } : read
  }, [settled, includesWrong])
  const total = pasted.addresses.length
  const none = settled.trim() !== '' && total === 0 ? texts.none : undefined
  return {
    ...pasted,
    text,
    setText,
    maxLength: most * CHARACTERS_PER_ADDRESS,
    problem: total > most ? tooMany(formatCount(most)) : none,
  }
}
