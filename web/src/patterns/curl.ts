import type { Account } from '../api/account.ts'

type Asked = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: unknown }

/** For a shell: nothing in single quotes is special but the quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same call for a terminal. The key is a variable of the shell: a key is shown once, when it is made. */
export function curlOf({ instance }: Account, path: string, { method = 'GET', body }: Asked = {}): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(`${instance.publicUrl}${path}`)} -H "Authorization: Bearer $KEY"`,
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
