import type { z } from 'zod'
import type {
  EventList,
  EventNames,
  Event as EventSchema,
} from '../../../../src/features/events/events.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type ProjectEvent = z.infer<typeof EventSchema>

type EventListFilter = { name?: string | undefined; search?: string | undefined }

export const eventListQuery = (api: ProjectApi, filter: EventListFilter = {}) =>
  listOptions<z.infer<typeof EventList>>(api, '/events', filter)

export const contactEventsQuery = (api: ProjectApi, contactId: string) =>
  listOptions<z.infer<typeof EventList>>(api, `/contacts/${contactId}/events`)

export const eventNamesQuery = (api: ProjectApi) =>
  recordOptions<z.infer<typeof EventNames>>(api, ['/events/names'])
