import type { Deps } from '../../../../platform/deps.ts'
import type { ProjectId } from '../../../../platform/ids.ts'
import type { Outcome } from '../../../../platform/outgoing/http-client.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../../../platform/threads/thread-errors.ts'
import { readFeedTask } from './feed.threads.ts'
import type { FeedDocument } from './feed.threads.ts'

// The feeds of large news sites have some 500 kB.
const MOST_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 15_000

/** `isTemporary`: another attempt may succeed without anybody's help. */
export type FetchedFeed =
  | { ok: true; feed: FeedDocument }
  | { ok: false; reason: string; isTemporary: boolean }

export type FeedTools = Pick<Deps, 'http' | 'threads'>

/** Fetches a feed by the rules for all URLs of tenants. Call it outside of transactions. */
export async function fetchFeed(
  { http, threads }: FeedTools,
  { projectId, url }: { projectId: ProjectId; url: string },
): Promise<FetchedFeed> {
  const outcome = await http.send({
    url,
    method: 'GET',
    headers: {
      accept:
        'application/feed+json, application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5',
    },
    timeoutMs: TIMEOUT_MS,
    keptBytes: MOST_BYTES,
  })
  if (outcome.status !== 'answered') {
    return { ok: false, reason: outcome.reason, isTemporary: outcome.status === 'failed' }
  }
  const problem = problemOf(outcome)
  if (problem) return { ok: false, ...problem }
  try {
    const reading = await threads.run(readFeedTask, { text: outcome.body, url }, { lane: projectId })
    return reading.ok ? reading : { ...reading, reason: `it ${reading.reason}`, isTemporary: false }
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError) && !(error instanceof ThreadMemoryError)) throw error
    return { ok: false, reason: 'it takes too long to read', isTemporary: false }
  }
}

type Answer = Extract<Outcome, { status: 'answered' }>

type Problem = { reason: string; isTemporary: boolean }

const CUT: Record<NonNullable<Answer['cut']>, Problem> = {
  long: { reason: 'it has more than 2 MB', isTemporary: false },
  late: { reason: `it did not arrive within ${TIMEOUT_MS / 1000} seconds`, isTemporary: true },
  lost: { reason: 'the connection was lost before all of it had arrived', isTemporary: true },
}

function problemOf({ statusCode, cut }: Answer): Problem | undefined {
  if (statusCode >= 300 && statusCode < 400) {
    const reason = `the server answered ${statusCode}, a redirect, which is not followed: use the URL that it leads to`
    return { reason, isTemporary: false }
  }
  if (statusCode !== 200) {
    return {
      reason: `the server answered ${statusCode}`,
      isTemporary: statusCode >= 500 || statusCode === 429,
    }
  }
  return cut === null ? undefined : CUT[cut]
}
