// The figures of mailbox providers.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  DomainPostmaster as DomainPostmasterSchema,
  InstancePostmaster as InstancePostmasterSchema,
  SndsFigures as SndsFiguresSchema,
} from '../../../../src/features/postmaster/postmaster.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export type GoogleFigures = z.infer<typeof DomainPostmasterSchema>['google']
export type GoogleDay = GoogleFigures['days'][number]
export type InstancePostmaster = z.infer<typeof InstancePostmasterSchema>
export type SndsFigures = z.infer<typeof SndsFiguresSchema>

export const domainPostmasterQuery = (api: ProjectApi, domainId: string, range: { from: string }) =>
  queryOptions({
    queryKey: [api.projectId, '/domains', domainId, 'postmaster', range] as const,
    queryFn: ({ signal }) =>
      api.get<z.infer<typeof DomainPostmasterSchema>>(`/domains/${domainId}/postmaster`, {
        query: range,
        signal,
      }),
  })

/** For the owner of the installation. */
export const instancePostmasterQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/instance/postmaster'] as const,
    queryFn: ({ signal }) => api.get<InstancePostmaster>('/instance/postmaster', { signal }),
  })

/** For the owner of the installation. */
export const sndsQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/instance/postmaster/snds'] as const,
    queryFn: ({ signal }) => api.get<SndsFigures>('/instance/postmaster/snds', { signal }),
  })
