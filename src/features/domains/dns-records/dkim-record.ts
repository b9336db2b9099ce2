// The TXT record of a public DKIM key. Records are compared by meaning (RFC 6376 3.6.1), because DNS panels reorder tags,
// change blanks and drop defaults.
import { hash } from 'node:crypto'
import { mismatch, ok } from './finding.ts'
import type { RecordFinding } from './finding.ts'
import { parseTagList } from './tag-list.ts'

/** @param publicKey SubjectPublicKeyInfo in base64, as in the tag p= */
export const dkimValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** Tells keys apart that are published under one name, one after the other. */
export const dkimId = (publicKey: string): string => hash('sha256', publicKey, 'base64url')

/** Evaluates the TXT records at the selector's name; there is at least one. */
export function evaluateDkim(texts: readonly string[], publicKey: string): RecordFinding {
  const problems = texts.map((text) => problemOf(text, publicKey))
  if (!problems.includes(undefined)) {
    return mismatch(texts, problems[0] ?? 'This is a different record.')
  }
  if (texts.length > 1) {
    return mismatch(
      texts,
      'The record is there, but the name has other TXT records too, and receivers may read any of them (RFC 6376 3.6.2.2). Keep only this one.',
    )
  }
  const isTesting = /(^|;)\s*t\s*=[^;]*\by\b/.test(texts[0] ?? '')
  return ok(
    texts,
    isTesting ? 'The flag t=y enables test mode: receivers may treat emails as unsigned. Remove it.' : null,
  )
}

/** Returns why a verifier would not use this text as our key. */
function problemOf(text: string, publicKey: string): string | undefined {
  if (text.includes('"')) return 'The value contains quotation marks. Enter it without them.'
  const parsed = parseTagList(text)
  if (!parsed.ok) return `This is not a valid DKIM record: ${parsed.problem}.`
  const { tags } = parsed
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || !/^\s*v\s*=/.test(text))) {
    return 'The version tag must come first and be v=DKIM1.'
  }
  return keyProblem(tags.get('p'), publicKey) ?? useProblem(tags)
}

function keyProblem(found: string | undefined, publicKey: string): string | undefined {
  if (found === undefined) return 'The tag p= with the key is missing.'
  const key = found.replaceAll(/\s/g, '')
  if (key === publicKey) return undefined
  if (key === '') return 'The tag p= is empty, which declares the key revoked.'
  if (publicKey.startsWith(key)) {
    return 'The key is cut off. Many DNS panels accept at most 255 characters per string: enter the chunks one after the other.'
  }
  return 'This is a different key.'
}

function useProblem(tags: ReadonlyMap<string, string>): string | undefined {
  const list = (name: string) =>
    tags
      .get(name)
      ?.split(':')
      .map((part) => part.trim())
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return 'The key type must be k=rsa.'
  if (list('h')?.includes('sha256') === false) return 'The tag h= must allow sha256, our hash algorithm.'
  const uses = list('s')
  if (uses && !uses.includes('*') && !uses.includes('email')) return 'The tag s= must allow email.'
  return undefined
}
