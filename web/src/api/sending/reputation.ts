// How receivers took the emails of a project, or of all projects.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Reputation as ReputationSchema,
  ReputationBrakes,
  ReputationReplies,
} from '../../../../src/features/delivery/reputation/reputation.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export type Reputation = z.infer<typeof ReputationSchema>
export type Reply = z.infer<typeof ReputationReplies>['replies'][number]
export type Brake = z.infer<typeof ReputationBrakes>['brakes'][number]

export type ReputationRange = { from: string; provider?: string | undefined }

/** The path of the project, or of the whole server for its operator. */
export const reputationPath = (isInstance: boolean): '/reputation' | '/instance/reputation' =>
  isInstance ? '/instance/reputation' : '/reputation'

type Path = ReturnType<typeof reputationPath>

const optionsOf = <T>(api: ProjectApi, path: string, query: Record<string, string | undefined>) =>
  queryOptions({
    queryKey: [api.projectId, path, query] as const,
    queryFn: ({ signal }) => api.get<T>(path, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const reputationQuery = (api: ProjectApi, path: Path, range: ReputationRange) =>
  optionsOf<Reputation>(api, path, range)

export const repliesQuery = (api: ProjectApi, path: Path, range: ReputationRange) =>
  optionsOf<z.infer<typeof ReputationReplies>>(api, `${path}/replies`, range)

export const brakesQuery = (api: ProjectApi, path: Path, { from }: ReputationRange) =>
  optionsOf<z.infer<typeof ReputationBrakes>>(api, `${path}/brakes`, { from })
