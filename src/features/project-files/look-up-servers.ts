// The servers that webhooks of the files call are looked up before the transaction, which must not wait for DNS.
import { invalidFields } from '../../platform/errors.ts'
import type { HttpClient } from '../../platform/outgoing/http-client.ts'
import type { FileRecord } from './file-set.ts'

// Far more services than a project calls. Each takes a question to the DNS, of which some wait for an answer.
const MOST_SERVERS = 100

type Checker = Pick<HttpClient, 'check'>

/** @throws AppError for too many servers */
export async function lookUpServers(http: Checker, files: ReadonlyMap<string, FileRecord>): Promise<Checker> {
  const servers = new Map<string, string>()
  for (const { path, fields } of files.values()) {
    for (const step of 'steps' in fields ? (fields.steps as CallingStep[]) : []) {
      const server = step.type === 'WEBHOOK' ? serverOf(step.config.url) : undefined
      if (server !== undefined && !servers.has(server)) servers.set(server, path)
    }
  }
  if (servers.size > MOST_SERVERS) {
    throw invalidFields({
      field: [...servers.values()].at(-1) ?? 'files',
      message: `calls one server too many: the webhooks of all files may call at most ${MOST_SERVERS} different servers`,
      code: 'too_big',
    })
  }
  const names = [...servers.keys()]
  const answers = await Promise.all(names.map((server) => http.check(server)))
  const known = new Map(names.map((server, index) => [server, answers[index]]))
  return {
    async check(server) {
      if (known.has(server)) return known.get(server)
      throw new Error('every server of the files was looked up')
    },
  }
}

type CallingStep = { type: string; config: { url: string } }

/** Scheme, host and port, as the check of workflows asks for them. */
const serverOf = (url: string): string | undefined => /^https?:\/\/[^/?#]*/i.exec(url)?.[0]
