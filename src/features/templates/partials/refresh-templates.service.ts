// A change of a partial or of the brand kit reaches the templates that it concerns: each gets a new version, prepared anew. A
// template that cannot be prepared with it keeps its content and says so in its checks; it does not hold up the others.
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId, TemplateId } from '../../../platform/ids.ts'
import { listBlockTemplates } from '../brand/brand.queries.ts'
import { findPartial, listTemplatesWithPartial } from './partials.queries.ts'
import type { PartialRef } from './partials.queries.ts'
import { refreshTemplate } from './refresh-template.service.ts'

const PAGE = 50

type Tools = Pick<Deps, 'clock' | 'threads' | 'log'> & { db: Db }

type Cause = { partialKey: string } | { isFromBrand: true }
type Refresh = {
  projectId: ProjectId
  signal: AbortSignal
  cause: Cause
  /** The next templates, in the order of their ids. */
  list: (page: { limit: number; after: TemplateId | null }) => Promise<TemplateId[]>
}

/** Prepares the templates that contain a partial again. False if it was stopped before the end. */
export async function refreshTemplates(
  tools: Tools,
  { signal, ...ref }: PartialRef & { signal: AbortSignal },
): Promise<boolean> {
  const { db } = tools
  const partial = await findPartial(db, ref)
  if (!partial) return true
  return refreshEach(tools, {
    projectId: ref.projectId,
    signal,
    cause: { partialKey: partial.key },
    list: (page) => listTemplatesWithPartial(db, { ...ref, ...page }),
  })
}

/** Generates the templates made of blocks again. False if it was stopped before the end. */
export const refreshBrand = (
  tools: Tools,
  { projectId, signal }: { projectId: ProjectId; signal: AbortSignal },
): Promise<boolean> =>
  refreshEach(tools, {
    projectId,
    signal,
    cause: { isFromBrand: true },
    list: (page) => listBlockTemplates(tools.db, { projectId, ...page }),
  })

/** A second run changes nothing: a template whose content stays the same gets no version. */
async function refreshEach(
  { db, clock, threads, log }: Tools,
  { projectId, signal, cause, list }: Refresh,
): Promise<boolean> {
  let after: TemplateId | null = null
  for (;;) {
    const page: TemplateId[] = await list({ limit: PAGE, after })
    for (const templateId of page) {
      if (signal.aborted) return false
      const refresh = { projectId, templateId, threads, now: clock.now(), ...cause }
      const problem = await refreshTemplate(db, refresh)
      if (problem !== undefined) {
        log.warn({ projectId, templateId, ...cause, problem }, 'a template could not be updated')
      }
    }
    after = page.at(-1) ?? null
    if (page.length < PAGE) return true
  }
}
