// Where the request of a WEBHOOK step goes. Liquid stands only behind the host, so this is known before any contact comes.
import type { HttpClient } from '../../../platform/outgoing/http-client.ts'

/** Scheme, host and port, as they are written. */
const serverOf = (url: string): string => /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? url

/**
 * Problems of these URLs, by URL: they lead to a private address, or are not URLs. Each host is looked up once. A
 * host that cannot be resolved now may be there later.
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
