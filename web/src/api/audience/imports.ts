import type { z } from 'zod'
import type { ImportMap } from '../../../../src/features/contacts/contacts.schema.ts'
import type { Operation, StartedOperation } from '../../../../src/features/operations/operations.schema.ts'
import { call } from '../client/client.ts'
import type { ProjectApi } from '../client/client.ts'

export type Job = z.infer<typeof Operation>
export type ColumnMap = z.infer<typeof ImportMap>

export type ImportOptions = {
  map: ColumnMap
  subscribed: boolean
  resubscribe: boolean
  events: boolean
  segmentId?: string | undefined
}

/** The options are form fields before the file: the names of many columns are too long for a URL. */
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
