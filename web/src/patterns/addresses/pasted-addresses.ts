// Addresses out of a pasted text: one per line, or with commas, semicolons or blanks between them; "Ada <ada@example.com>" too.
import { parseEmailAddress } from '../../../../src/platform/addresses/email-address.ts'

export type Pasted = {
  /** In the form that Lettermill stores, each once. */
  addresses: string[]
  /** What is not an address. */
  wrong: string[]
}

export function readAddresses(text: string): Pasted {
  const addresses = new Set<string>()
  const wrong: string[] = []
  for (const word of text.split(/[\s,;<>"']+/)) {
    if (word === '') continue
    const parsed = parseEmailAddress(word)
    if (parsed.ok) addresses.add(parsed.address)
    else if (word.includes('@')) wrong.push(word)
  }
  return { addresses: [...addresses], wrong }
}
