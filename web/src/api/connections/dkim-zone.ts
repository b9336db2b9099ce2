// The records of the operator's zone for DKIM keys, for the owner of the installation.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  ZoneRecordList as ZoneRecordListSchema,
  ZoneRecord as ZoneRecordSchema,
} from '../../../../src/features/dkim-zone/dkim-zone.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export type ZoneRecord = z.infer<typeof ZoneRecordSchema>

const PATH = '/instance/dkim-records'

// A person looks at some of them; the file has all.
const SHOWN = 50

export const zoneRecordsQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, PATH] as const,
    queryFn: async ({ signal }) => {
      const [list, file] = await Promise.all([
        api.get<z.infer<typeof ZoneRecordListSchema>>(PATH, { query: { limit: SHOWN }, signal }),
        api.text(`${PATH}/zone`, { signal }),
      ])
      return { ...list, file }
    },
  })
