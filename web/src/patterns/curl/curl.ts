import type { Account } from '../../api/accounts/account.ts'
import { shellQuoted } from './shell-quoted.ts'

export type CurlRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Undefined and empty values are left out. */
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Name of a file that is sent as form data. */
  file?: string
  /** A secret key, or a placeholder. */
  key?: string
}

// Fits into the narrowest box that shows a call.
const LINE_LENGTH = 72

function formatJson(body: unknown): string {
  const text = JSON.stringify(body)
  return text.length <= LINE_LENGTH ? text : JSON.stringify(body, null, 2)
}

function urlOf(path: string, query: CurlRequest['query'] = {}): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** The API shows a key only when it is created, so the call uses a shell variable. */
export function curlOf(
  { instance }: Account,
  path: string,
  { method = 'GET', query, body, file, key = '$KEY' }: CurlRequest = {},
): string {
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || file !== undefined))
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${shellQuoted(`${instance.publicUrl}${urlOf(path, query)}`)} -H "Authorization: Bearer ${key}"`,
    ...(file === undefined ? [] : [`-F file=@${file}`]),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellQuoted(formatJson(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
