import { queryOptions } from '@tanstack/react-query'
import type { ProjectApi } from './client.ts'

/** A record of the API, or a part of it. `['/segments', id, 'growth']` is the key of the query and its path. */
export const recordOptions = <T>(api: ProjectApi, path: readonly [string, ...string[]]) =>
  queryOptions({
    queryKey: [api.projectId, ...path] as const,
    queryFn: ({ signal }) => api.get<T>(path.join('/'), { signal }),
  })
