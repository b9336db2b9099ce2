import { Readable } from 'node:stream'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { requireOperator } from '../accounts/index.ts'
import { countZoneKeys, listZoneKeys, placeOfZoneKey } from '../domains/index.ts'
import { ZoneFile, ZoneRecordList } from './dkim-zone.schema.ts'
import { zoneLines } from './dkim-zone.service.ts'
import { toZoneRecord } from './zone-record.ts'

// One piece is read ahead of a slow reader, who holds no database connection.
const PIECES_AHEAD = 1

const tags = ['Accounts']
const access = { access: 'member', role: 'owner' } as const

const REFUSAL = {
  message: 'Only the owner of this installation can see the records of its zone.',
  suggestion: 'Ask the owner.',
}

export function dkimZoneRoutes(app: App, { clock, config, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/instance/dkim-records',
    {
      config: access,
      schema: {
        tags,
        operationId: 'listInstanceDkimRecords',
        summary: 'List the records of the zone for DKIM keys',
        description:
          'Returns the TXT records that `DKIM_ZONE` must have, for the domains of all projects with `dkim: "cname"`. Only the owner of the installation can read it.',
        querystring: PageQuery,
        response: answers({ 200: ZoneRecordList }),
      },
    },
    async (request) => {
      await requireOperator(request.db, request.user, REFUSAL)
      const now = clock.now()
      const list = await listing(request, {
        name: 'records',
        keyOf: placeOfZoneKey,
        page: (db, { limit, before }) => listZoneKeys(db, { now, limit, after: before }),
        count: (db) => countZoneKeys(db, { now }),
        item: toZoneRecord,
      })
      return { zone: config.DKIM_ZONE ?? null, ...list }
    },
  )

  app.get(
    '/instance/dkim-records/zone',
    {
      config: access,
      schema: {
        tags,
        operationId: 'getInstanceDkimZone',
        summary: 'Get the zone for DKIM keys as a file',
        description:
          'Returns all records of GET /instance/dkim-records as lines of a zone file, to be included in that of `DKIM_ZONE`. Only the owner of the installation can read it.',
        response: answers({ 200: { content: { 'text/plain': { schema: ZoneFile } } } }),
      },
    },
    async ({ db, user }, reply) => {
      await requireOperator(db, user, REFUSAL)
      reply.type('text/plain; charset=utf-8')
      return reply.send(Readable.from(zoneLines(db, { now: clock.now() }), { highWaterMark: PIECES_AHEAD }))
    },
  )
}
