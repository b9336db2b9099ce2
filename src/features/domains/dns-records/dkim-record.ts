// The public half of a DKIM key as a TXT record: how it is written, and whether what stands in DNS means the same.
// Compared by meaning (RFC 6376 3.6.1), since DNS panels reorder, respace and drop what has a default.
import { mismatch, ok } from './finding.ts'
import type { Finding } from './finding.ts'
import { parseTagList } from './tag-list.ts'

/** @param publicKey SubjectPublicKeyInfo in base64, as the tag p= wants it */
export const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** Judges the TXT records at the selector's name; there is at least one. */
export function judgeDkim(texts: readonly string[], publicKey: string): Finding {
  const problems = texts.map((text) => problemOf(text, publicKey))
  if (!problems.includes(undefined)) {
    return mismatch(texts, problems[0] ?? 'This is another record.')
  }
  if (texts.length > 1) {
    return mismatch(
      texts,
      'The record is there, but others stand beside it, and receivers may read any of them (RFC 6376 3.6.2.2). Leave only this one.',
    )
  }
  const isTesting = /(^|;)\s*t\s*=[^;]*\by\b/.test(texts[0] ?? '')
  return ok(
    texts,
    isTesting
      ? 'The flag t=y says that you are only testing: receivers may treat emails as unsigned. Remove it.'
      : null,
  )
}

/** Why a verifier would not use this text as our key. */
function problemOf(text: string, publicKey: string): string | undefined {
  if (text.includes('"')) return 'The text holds quotation marks. Paste the value without them.'
  const parsed = parseTagList(text)
  if (!parsed.ok) return `This cannot be read as a DKIM record: ${parsed.problem}.`
  const { tags } = parsed
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || !/^\s*v\s*=/.test(text))) {
    return 'A version, where there is one, has to come first and be v=DKIM1.'
  }
  return keyProblem(tags.get('p'), publicKey) ?? useProblem(tags)
}

function keyProblem(found: string | undefined, publicKey: string): string | undefined {
  if (found === undefined) return 'The tag p= with the key is missing.'
  const key = found.replaceAll(/\s/g, '')
  if (key === publicKey) return undefined
  if (key === '') return 'The tag p= is empty, which declares the key revoked.'
  if (publicKey.startsWith(key)) {
    return 'The key is cut off. Many DNS panels take at most 255 characters in one text: enter the chunks one after the other.'
  }
  return 'This is another key.'
}

function useProblem(tags: ReadonlyMap<string, string>): string | undefined {
  const list = (name: string) =>
    tags
      .get(name)
      ?.split(':')
      .map((part) => part.trim())
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return 'The key type is k=rsa.'
  if (list('h')?.includes('sha256') === false) return 'The tag h= leaves out sha256, with which we sign.'
  const uses = list('s')
  if (uses && !uses.includes('*') && !uses.includes('email')) return 'The tag s= leaves out email.'
  return undefined
}
