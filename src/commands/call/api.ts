import { openAsBlob } from 'node:fs'
import { ApiClient } from '../../../sdk/typescript/src/core/api-client.ts'
import type { RequestDescription } from '../../../sdk/typescript/src/core/request.ts'
import { NOT_SENT } from '../command.ts'
import type { Api, ChangeRequest, Output } from '../command.ts'
import { programVersion } from '../../platform/program.ts'
import { failureOf } from './answer-failure.ts'
import type { Connection } from './connection.ts'

type ApiOptions = Connection & { isDryRun: boolean; output: Output; signal: AbortSignal }

// A file of the largest size that a server takes, over a slow connection.
const UPLOAD_TIMEOUT_MS = 30 * 60_000

/** On top of the core of the SDK: dry runs, and failures with an exit status. */
export function createApi({ url, key, isDryRun, output, signal }: ApiOptions): Api {
  const headers = { 'user-agent': `lettermill-cli/${programVersion()}` }
  const client = new ApiClient({ baseUrl: url, apiKey: key, headers })
  const request = async <T>(description: RequestDescription, timeoutMs?: number): Promise<T> => {
    const { data, error } = await client.request<T>(description, { signal, timeoutMs })
    if (error) throw failureOf(error)
    return data
  }
  return {
    url,
    key,
    get: (path, query = {}) => request({ method: 'GET', path, query }),
    compute: (path, body, timeoutMs) => request({ method: 'POST', path, body }, timeoutMs),
    async change({ method, path, query, body, upload, timeoutMs }) {
      if (isDryRun) {
        showRequest(output, { url, request: { method, path, query, body, upload } })
        return NOT_SENT
      }
      if (!upload) return request({ method, path, query, body }, timeoutMs)
      // Read while it is sent, so it may be large.
      const file = await openAsBlob(upload.file)
      return request({ method, path, query, body: file, contentType: upload.type }, UPLOAD_TIMEOUT_MS)
    },
    download: (path, query = {}) => request({ method: 'GET', path, query, answer: 'stream' }),
    async probe(path) {
      const once = new ApiClient({ baseUrl: url, apiKey: key, headers, retries: 0 })
      const { data, error, headers: answered } = await once.request({ method: 'GET', path }, { signal })
      if (error && error.statusCode === null) throw failureOf(error)
      return { status: error?.statusCode ?? 200, headers: answered, body: data, error }
    },
  }
}

function showRequest(output: Output, { url, request }: { url: string; request: ChangeRequest }): void {
  const { method, path, query = {}, body, upload } = request
  const given = Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const shown = {
    dryRun: true,
    method,
    url: `${url}${path}`,
    ...(Object.keys(given).length > 0 && { query: given }),
    ...(body !== undefined && { body }),
    ...(upload && { upload }),
  }
  output.record(shown, () => {
    const search = new URLSearchParams(given).toString()
    const content = upload
      ? `(the file ${upload.file})`
      : body === undefined
        ? ''
        : JSON.stringify(body, null, 2)
    return `${method} ${url}${path}${search && `?${search}`}${content && `\n${content}`}`
  })
  output.note('This was a dry run: nothing was sent.')
}
