import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  ControlGroupMembership,
  ControlGroupReport as ReportSchema,
} from '../../../../src/features/goals/holdouts/control-group.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

export type ControlGroupReport = z.infer<typeof ReportSchema>

export const controlGroupMembershipQuery = (api: ProjectApi, contactId: string) =>
  recordOptions<z.infer<typeof ControlGroupMembership>>(api, ['/control-group/contacts', contactId])

export type ControlGroupQuestion = { event: string; value: string | undefined }

/** Counts over all contacts, so it is asked for, and not repeated. */
export const controlGroupReportQuery = (api: ProjectApi, { event, value }: ControlGroupQuestion) =>
  queryOptions({
    queryKey: [api.projectId, '/control-group/report', event, value] as const,
    queryFn: ({ signal }) =>
      api.get<ControlGroupReport>('/control-group/report', {
        query: { event, ...(value !== undefined && { value }) },
        signal,
      }),
    staleTime: 60_000,
    retry: false,
  })
