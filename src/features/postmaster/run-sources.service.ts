// The runs of the sources. The jobs of all nodes look every minute whether one is due, and one node claims it.
import type { Deps } from '../../platform/deps.ts'
import type { SourceLimits } from './ask-source.service.ts'
import { askGoogle } from './google/ask-google.service.ts'
import { nextRun } from './next-run.ts'
import { askSnds } from './snds/ask-snds.service.ts'
import { SourceFailure } from './source-failure.ts'
import { claimSource, saveResult } from './sources.queries.ts'
import type { SourceName } from './sources.queries.ts'

export type SourceUrls = { google: string; snds: string }

export const SOURCE_URLS: SourceUrls = {
  google: 'https://gmailpostmastertools.googleapis.com',
  snds: 'https://sendersupport.olc.protection.outlook.com/snds',
}

type RunDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'http' | 'log'>

// Time for some hundred domains. The next run reads the others.
const RUN_LIMIT_MS = 5 * 60_000
// Beyond the limit a run ends with its request, whose limits are far below a minute.
const LEASE_MS = 2 * RUN_LIMIT_MS

/** Returns whether it came to its end before the signal. */
type Ask = (signal: AbortSignal) => Promise<boolean>

/** Tests have servers and limits of their own. */
type RunOptions = { signal: AbortSignal; urls?: SourceUrls; limits?: SourceLimits }

/** Asks the sources that are due and that have credentials. */
export async function runSources(
  deps: RunDeps,
  { signal, urls = SOURCE_URLS, limits }: RunOptions,
): Promise<void> {
  const { GOOGLE_POSTMASTER_CREDENTIALS: credentials, SNDS_KEY: key } = deps.config
  const limited = { ...deps, limits }
  if (credentials) {
    const ask: Ask = (timed) => askGoogle(limited, { credentials, url: urls.google, signal: timed })
    await runSource(deps, { source: 'google', ask, signal })
  }
  if (key !== undefined) {
    const ask: Ask = async () => {
      await askSnds(limited, { key, url: urls.snds })
      return true
    }
    await runSource(deps, { source: 'snds', ask, signal })
  }
}

async function runSource(
  deps: RunDeps,
  { source, ask, signal }: { source: SourceName; ask: Ask; signal: AbortSignal },
): Promise<void> {
  const { db } = deps.database
  const begin = deps.clock.now()
  const lease = new Date(begin.getTime() + LEASE_MS)
  const claim = await claimSource(db, { source, now: begin, until: lease })
  if (!claim) return
  const result = await tryTo(() => ask(AbortSignal.any([signal, AbortSignal.timeout(RUN_LIMIT_MS)])))
  const now = deps.clock.now()
  if (!(result instanceof SourceFailure)) {
    const dueAt = nextRun({ kind: result ? 'done' : 'rest' }, now)
    return saveResult(db, { source, lease, now, dueAt, problem: null })
  }
  deps.log.warn({ source, problem: result.message }, 'a postmaster source could not be read')
  const { isTemporary, retryAfterMs } = result
  const dueAt = nextRun({ kind: 'failed', isTemporary, retryAfterMs, attempts: claim.attempts + 1 }, now)
  return saveResult(db, { source, lease, now, dueAt, problem: result.message })
}

async function tryTo(ask: () => Promise<boolean>): Promise<boolean | SourceFailure> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SourceFailure) return error
    throw error
  }
}
