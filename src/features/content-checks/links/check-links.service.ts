// Checks the links of one email at a time per project. It is one request, bounded in time, and no job: nothing of the result is kept,
// and who asks waits for it. No connection to the database is held meanwhile.
import type { z } from 'zod'
import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import { isTrackingHost } from '../../domains/index.ts'
import type { FixedLink } from '../content-checks.threads.ts'
import { askLinks, LINK_LIMITS } from './ask-links.ts'
import type { LinkChecks } from './links.schema.ts'

export type LinkOfField = FixedLink & { field: string }

type LinksOfEmail = { projectId: ProjectId; links: readonly LinkOfField[] }

/** @throws AppError RATE_LIMIT_EXCEEDED while the project checks other links */
export type CheckLinks = (email: LinksOfEmail) => Promise<z.output<typeof LinkChecks>>

// Shared by everything that checks links in this process.
const projects = createLaneGate({ perLane: 1, mostWaiting: 0, waitMs: 0 })

export function createLinkCheck({
  http,
  publicUrl,
  database,
}: Pick<Deps, 'http' | 'publicUrl' | 'database'>): CheckLinks {
  /** By the address of the installation, or by the name that tracked links of a domain have. */
  const ownLinks = async () => {
    const own = new URL(await publicUrl.find())
    return async (url: URL) => {
      const host = hostOfUrl(url)
      return (host === hostOfUrl(own) && url.port === own.port) || isTrackingHost(database.db, { host })
    }
  }
  return ({ projectId, links }) =>
    insideLane(projects, { lane: projectId, refuse }, async () => {
      // A link of several bodies has its place in the first.
      const places = new Map<string, LinkOfField>()
      for (const link of links) if (!places.has(link.url)) places.set(link.url, link)
      const asked = await askLinks([...places.values()], { http, isOwn: await ownLinks() })
      const answers = asked.map((one) => ({ ...one, field: places.get(one.url)?.field ?? 'body' }))
      return { links: answers.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)) }
    })
}

const ORDER = ['broken', 'unsure', 'skipped', 'ok']

const refuse = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'The project is checking links already.',
    suggestion: 'Repeat the request when that check has ended.',
    retryAfterSeconds: LINK_LIMITS.totalMs / 1000,
  })
