// Counts the matches of a filter while it is edited. A change cancels the request before it, on the server too; the old
// answer stays, dimmed, until the new one arrives.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { previewFilter } from '../../api/audience/segments.ts'
import type { FilterPreview } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { checkFilter } from './filter-draft.ts'
import type { FilterDraft, FilterProblem } from './filter-draft.ts'

// People type faster than this.
const PAUSE_MS = 250
// Switching between two filters makes one request each.
const FRESH_MS = 10_000

export type PreviewState = {
  /** `empty`: no conditions; `unfinished`: something is missing or wrong; `failed`: the server refused. */
  status: 'empty' | 'unfinished' | 'counting' | 'ready' | 'failed'
  /** The last answer, which may belong to the previous filter. */
  answer: FilterPreview | undefined
  error: Error | null
  problems: readonly FilterProblem[]
  tree: FilterTree | undefined
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

export function useFilterPreview(draft: FilterDraft): PreviewState {
  const { api } = useProject()
  const checked = useMemo(() => checkFilter(draft), [draft])
  const isEmpty = draft.conditions.length === 0
  const tree = checked.isReady ? checked.tree : undefined
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: [api.projectId, '/segments', 'preview', tree] as const,
    queryFn: async ({ signal }) => {
      await pause(signal)
      return previewFilter(api, tree as FilterTree, signal)
    },
    enabled: tree !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
  const problems = useMemo(() => (checked.isReady ? refusalsOf(error) : checked.problems), [checked, error])
  const isWaiting = isFetching || isPlaceholderData || data === undefined
  const requestStatus = error ? 'failed' : isWaiting ? 'counting' : 'ready'
  const draftStatus = isEmpty ? 'empty' : 'unfinished'
  return {
    status: tree ? requestStatus : draftStatus,
    answer: isEmpty ? undefined : data,
    error,
    problems,
    tree,
  }
}

/** Field errors of the server. The first part of their path is the name of the filter in the body. */
export const refusalsOf = (error: unknown): FilterProblem[] =>
  error instanceof ApiError
    ? error.fields.map(({ field, message }) => ({ path: pathOf(field), message, isMissing: false }))
    : []

const pathOf = (field: string) =>
  field
    .split('.')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
