import type { z } from 'zod'
import type { ImportMap } from '../../../src/features/contacts/contacts.schema.ts'
import type { Operation, StartedOperation } from '../../../src/features/operations/operations.schema.ts'
import type { SegmentList } from '../../../src/features/segments/segments.schema.ts'
import { call } from './client/client.ts'
import type { ProjectApi } from './client/client.ts'
import { listOptions } from './client/lists.ts'

export type Job = z.infer<typeof Operation>
export type ColumnMap = z.infer<typeof ImportMap>

export type ImportOptions = {
  map: ColumnMap
  subscribed: boolean
  resubscribe: boolean
  events: boolean
  segmentId?: string | undefined
}

/** The options go before the file, as fields of the form: names of many columns are too long for an address. */
export function startImport(
  { projectId }: ProjectApi,
  file: Blob,
  { map, segmentId, ...flags }: ImportOptions,
): Promise<z.infer<typeof StartedOperation>> {
  const form = new FormData()
  form.set('map', JSON.stringify(map))
  for (const [name, isOn] of Object.entries(flags)) form.set(name, String(isOn))
  if (segmentId !== undefined) form.set('segmentId', segmentId)
  form.set('file', new Blob([file], { type: 'text/csv' }), 'contacts.csv')
  return call('/contacts/import', { method: 'POST', projectId, body: form })
}

export const segmentListQuery = (api: ProjectApi) =>
  listOptions<z.infer<typeof SegmentList>>(api, '/segments')
