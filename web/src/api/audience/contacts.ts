import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ContactBestHour } from '../../../../src/features/best-hour/best-hour.schema.ts'
import type {
  ConsentChange as ConsentChangeSchema,
  ConsentList,
} from '../../../../src/features/contacts/consent/consent.schema.ts'
import type {
  ContactBulk,
  ContactFields,
  ContactList,
  ContactPatch,
  Contact as ContactSchema,
  ContactUpsert,
  UpsertedContact,
} from '../../../../src/features/contacts/contacts.schema.ts'
import type { MissingFields } from '../../../../src/features/contacts/data/missing.schema.ts'
import type { ContactEngagement } from '../../../../src/features/emails/engagement/engagement.schema.ts'
import type { EventList } from '../../../../src/features/events/events.schema.ts'
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import type { Operation, StartedOperation } from '../../../../src/features/operations/operations.schema.ts'
import type { ContactSegmentList } from '../../../../src/features/segments/segments.schema.ts'
import type { ContactExecutionList } from '../../../../src/features/workflows/executions/executions.schema.ts'
import { respond } from '../client/client.ts'
import type { ContactSort } from '../../../../src/platform/record-sorts.values.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Contact = z.infer<typeof ContactSchema>
export type ConsentChange = z.infer<typeof ConsentChangeSchema>

export type ContactFilter = {
  search?: string | undefined
  subscribed?: boolean | undefined
  filter?: FilterTree | undefined
}

export type ExportFilter = ContactFilter & { segmentId?: string }

/** The query parameters of the list and of its export. */
export const exportQuery = ({ filter, ...simple }: ExportFilter) => ({
  ...simple,
  filter: filter && JSON.stringify(filter),
})

export const contactListQuery = (api: ProjectApi, filter: ExportFilter = {}, sort?: ContactSort) =>
  listOptions<z.infer<typeof ContactList>>(api, '/contacts', { ...exportQuery(filter), sort })

export const contactQuery = (api: ProjectApi, contactId: string) =>
  recordOptions<Contact>(api, ['/contacts', contactId])

export const bestHourQuery = (api: ProjectApi, contactId: string) =>
  recordOptions<z.infer<typeof ContactBestHour>>(api, ['/contacts', contactId, 'best-hour'])

export type Engagement = z.infer<typeof ContactEngagement>
export type EngagementPeriod = Engagement['by']

export const engagementQuery = (api: ProjectApi, contactId: string, by: EngagementPeriod) =>
  queryOptions({
    queryKey: [api.projectId, '/contacts', contactId, 'engagement', by] as const,
    queryFn: ({ signal }) =>
      api.get<Engagement>(`/contacts/${contactId}/engagement`, { query: { by }, signal }),
    placeholderData: keepPreviousData,
  })

export const contactSegmentsQuery = (api: ProjectApi, contactId: string) =>
  recordOptions<z.infer<typeof ContactSegmentList>>(api, ['/contacts', contactId, 'segments'])

export type ContactExecution = z.infer<typeof ContactExecutionList>['executions'][number]

/** Newest first, over all workflows. */
export const contactExecutionsQuery = (api: ProjectApi, contactId: string) =>
  listOptions<z.infer<typeof ContactExecutionList>>(api, `/contacts/${contactId}/executions`)

/** How many contacts have no value for each field. Counting reads all contacts, so the answer is kept for a while. */
export const missingFieldsQuery = (api: ProjectApi, fields: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, '/contacts', 'missing', fields] as const,
    queryFn: ({ signal }) =>
      api.post<z.infer<typeof MissingFields>>('/contacts/missing', { fields }, { signal }),
    enabled: fields.length > 0,
    staleTime: 60_000,
    retry: false,
  })

/** Newest first. */
export const consentListQuery = (api: ProjectApi, contactId: string) =>
  listOptions<z.infer<typeof ConsentList>>(api, `/contacts/${contactId}/consent`)

export const contactFieldsQuery = (api: ProjectApi) => ({
  ...recordOptions<z.infer<typeof ContactFields>>(api, ['/contacts/fields']),
  staleTime: 60_000,
})

export const saveContact = (api: ProjectApi, contact: z.input<typeof ContactUpsert>) =>
  api.post<z.infer<typeof UpsertedContact>>('/contacts', contact)

export const changeContact = (api: ProjectApi, id: string, patch: z.input<typeof ContactPatch>) =>
  api.patch<Contact>(`/contacts/${id}`, patch)

/** Everything that is stored about one person, as JSON. */
export const exportContact = async ({ projectId }: ProjectApi, id: string): Promise<Blob> =>
  (await respond(`/contacts/${id}/export`, { projectId })).blob()

export const deleteContact = (api: ProjectApi, id: string) => api.delete<undefined>(`/contacts/${id}`)

export const bulkContacts = (api: ProjectApi, request: z.input<typeof ContactBulk>) =>
  api.post<z.infer<typeof StartedOperation>>('/contacts/bulk', request)

// A bulk change of some hundred contacts is done by the second request.
const JOB_POLL_MS = 500

export const jobQuery = (api: ProjectApi, jobId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, '/jobs', jobId] as const,
    queryFn: ({ signal }) => api.get<z.infer<typeof Operation>>(`/jobs/${jobId}`, { signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && ['DONE', 'FAILED'].includes(state.data.status) ? false : JOB_POLL_MS,
  })

const TOPIC_EVENTS = { joined: 'contact.topic_joined', left: 'contact.topic_left' } as const

// More than a project has topics; older changes were followed by newer ones.
const MOST_TOPIC_EVENTS = 100

/** When the contact last joined and left each topic, by its key, as far as events are kept. */
export type TopicTimes = ReadonlyMap<string, Partial<Record<keyof typeof TOPIC_EVENTS, string>>>

export const topicTimesQuery = (api: ProjectApi, contactId: string) =>
  queryOptions({
    queryKey: [api.projectId, '/contacts', contactId, 'topic-times'] as const,
    queryFn: async ({ signal }): Promise<TopicTimes> => {
      const read = async (kind: keyof typeof TOPIC_EVENTS) => {
        const query = { name: TOPIC_EVENTS[kind], limit: MOST_TOPIC_EVENTS, total: false }
        const path = `/contacts/${contactId}/events`
        const { events } = await api.get<z.infer<typeof EventList>>(path, { query, signal })
        return events.map(({ data, createdAt }) => ({ kind, key: data['topic'], at: createdAt }))
      }
      const times = new Map<string, Partial<Record<keyof typeof TOPIC_EVENTS, string>>>()
      // Newest first.
      for (const { kind, key, at } of [...(await read('joined')), ...(await read('left'))]) {
        if (typeof key === 'string') times.set(key, { [kind]: at, ...times.get(key) })
      }
      return times
    },
  })
