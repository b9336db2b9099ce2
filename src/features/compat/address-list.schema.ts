import type { z } from 'zod'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { SendRequest } from '../send/send.schema.ts'

// 50 of the longest addresses with names.
const LONGEST_LIST = 32_768

/** Several addresses in one text: commas separate them, except within quotes. */
export function splitAddresses(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (isQuoted && character === '\\') {
      part += character + text.charAt((index += 1))
      continue
    }
    if (character === '"') isQuoted = !isQuoted
    if (character === ',' && !isQuoted) {
      parts.push(part)
      part = ''
    } else {
      part += character
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

const { to } = SendRequest.shape

export const AddressList = textUpTo(LONGEST_LIST)
  .transform((text): z.input<typeof to> => splitAddresses(text))
  .pipe(to)
