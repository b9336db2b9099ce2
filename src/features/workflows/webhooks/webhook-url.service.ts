// Checks the server of a WEBHOOK step. Liquid is allowed only after the host, so the server is known before any contact.
import type { HttpClient } from '../../../platform/outgoing/http-client.ts'

/** Scheme, host and port, as written. */
const serverOf = (url: string): string => /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? url

/**
 * Problems by URL: a private address, or an invalid URL. Each host is looked up once. A host that cannot be resolved is
 * accepted: it may exist later.
 */
export async function findRefusedUrls(
  http: Pick<HttpClient, 'check'>,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const servers = [...new Set(urls.map(serverOf))]
  const answers = await Promise.all(servers.map((server) => http.check(server)))
  const problems = new Map(servers.map((server, index) => [server, answers[index]]))
  return new Map(
    urls.flatMap((url) => {
      const problem = problems.get(serverOf(url))
      return problem === undefined ? [] : [[url, problem]]
    }),
  )
}
