import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Explanation as ExplanationSchema } from '../../../../src/features/explain/explain.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export type Explanation = z.infer<typeof ExplanationSchema>
export type Gate = Explanation['gates'][number]

/** The email in question. */
export type EmailTarget =
  | { campaignId: string }
  | { workflowId: string }
  | { templateId: string }
  | { topic: string }

export const explainEmailQuery = (api: ProjectApi, contactId: string, target: EmailTarget) =>
  queryOptions({
    queryKey: [api.projectId, '/explain', contactId, target] as const,
    queryFn: ({ signal }) =>
      api.get<Explanation>('/explain', { query: { contact: contactId, ...target }, signal }),
    // Caps and quiet hours change by the minute.
    staleTime: 0,
    gcTime: 0,
  })
