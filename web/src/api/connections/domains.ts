import type { z } from 'zod'
import type {
  DomainKeyCreate,
  DomainList,
  DomainPatch,
  DomainRecord as DomainRecordSchema,
  Domain as DomainSchema,
} from '../../../../src/features/domains/domains.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Domain = z.infer<typeof DomainSchema>
export type DomainRecord = z.infer<typeof DomainRecordSchema>

export type DomainKeyFields = z.input<typeof DomainKeyCreate>

export const domainListQuery = (api: ProjectApi, filter: { verified?: boolean | undefined } = {}) =>
  listOptions<z.infer<typeof DomainList>>(api, '/domains', filter)

export const domainQuery = (api: ProjectApi, domainId: string) =>
  recordOptions<Domain>(api, ['/domains', domainId])

export const addDomain = (api: ProjectApi, domain: string) => api.post<Domain>('/domains', { domain })

export const changeDomain = (api: ProjectApi, domainId: string, patch: z.input<typeof DomainPatch>) =>
  api.patch<Domain>(`/domains/${domainId}`, patch)

export const checkDomain = (api: ProjectApi, domainId: string) =>
  api.post<Domain>(`/domains/${domainId}/verify`)

export const rotateDomainKey = (api: ProjectApi, domainId: string) =>
  api.post<Domain>(`/domains/${domainId}/rotate`)

export const addDomainKey = (api: ProjectApi, domainId: string, fields: DomainKeyFields) =>
  api.post<Domain>(`/domains/${domainId}/keys`, fields)

export const deleteDomain = (api: ProjectApi, domainId: string) =>
  api.delete<undefined>(`/domains/${domainId}`)
