import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  TransportCreate,
  TransportList,
  TransportPatch,
  Transport as TransportSchema,
  TransportTest as TransportTestSchema,
} from '../../../../src/features/transports/transports.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Transport = z.infer<typeof TransportSchema>
export type TransportTest = z.infer<typeof TransportTestSchema>

// The stream does not announce the state of a transport, which changes within seconds.
const POLL_MS = 4_000

/** One page has them all: a project may have 20. */
export const transportListQuery = (api: ProjectApi) => ({
  ...listOptions<z.infer<typeof TransportList>>(api, '/transports'),
  refetchInterval: POLL_MS,
})

export const transportQuery = (api: ProjectApi, transportId: string) =>
  queryOptions({
    ...recordOptions<Transport>(api, ['/transports', transportId]),
    refetchInterval: POLL_MS,
  })

export const createTransport = (api: ProjectApi, transport: z.input<typeof TransportCreate>) =>
  api.post<Transport>('/transports', transport)

export const changeTransport = (api: ProjectApi, id: string, patch: z.input<typeof TransportPatch>) =>
  api.patch<Transport>(`/transports/${id}`, patch)

export const deleteTransport = (api: ProjectApi, id: string) => api.delete<undefined>(`/transports/${id}`)

export const testTransport = (api: ProjectApi, id: string) =>
  api.post<TransportTest>(`/transports/${id}/test`)
