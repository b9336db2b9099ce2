// Reads addresses from a pasted text, separated by lines, commas, semicolons or blanks; also "Ada <ada@example.com>".
import { parseEmailAddress } from '../../../../src/platform/addresses/email-address.ts'

export type ParsedAddresses = {
  /** Normalized, without duplicates. */
  addresses: string[]
  invalid: string[]
}

export function readAddresses(text: string): ParsedAddresses {
  const addresses = new Set<string>()
  const invalid: string[] = []
  for (const word of text.split(/[\s,;<>"']+/)) {
    if (word === '') continue
    const parsed = parseEmailAddress(word)
    if (parsed.ok) addresses.add(parsed.address)
    else if (word.includes('@')) invalid.push(word)
  }
  return { addresses: [...addresses], invalid }
}
