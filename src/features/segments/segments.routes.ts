import type { Deps } from '../../platform/deps.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { callerSignal } from '../../platform/http/replies/caller-signal.ts'
import { recordKey } from '../../platform/record-key.ts'
import { csvReply, CsvTable, sendTable } from '../../platform/http/replies/csv-report.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { ContactList } from '../contacts/contacts.schema.ts'
import { toContact } from '../contacts/index.ts'
import type { ContactRow } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import { explainSegment } from './explain.service.ts'
import { readGrowth } from './growth/growth.service.ts'
import type { Size } from './growth/growth.queries.ts'
import { addMembers, removeMembers } from './members.service.ts'
import { changeSegment, createSegment, removeSegment } from './save-segment.service.ts'
import { countSegments, toSegment } from './segments.queries.ts'
import { listSegmentsWithUses, readSegmentWithUses, toSegmentWithUses } from './segment-uses.service.ts'
import {
  MembersAdd,
  MembersAdded,
  MembersRemove,
  MembersRemoved,
  Segment,
  SegmentCreate,
  SegmentExplained,
  SegmentExplainQuery,
  SegmentGrowth,
  SegmentGrowthQuery,
  MemberListQuery,
  SegmentList,
  SegmentListQuery,
  SegmentPatch,
  SegmentPreview,
  SegmentPreviewed,
  SegmentWithUses,
} from './segments.schema.ts'
import { listSegmentContacts, previewSegment } from './segments.service.ts'

const tags = ['Segments']

const CHANGE_HINTS = { emails: 'add members of a static segment with POST /segments/{id}/members' }

export function segmentRoutes(app: App, { clock, secrets }: Deps, { filters }: { filters: Filters }): void {
  const listing = createListing(secrets)

  app.get(
    '/segments',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listSegments',
        summary: 'List segments',
        description:
          'Returns the segments of the project. The `memberCount` of a dynamic segment that is not tracked is the last known one, counted at `memberCountAt`; if that is more than a minute ago, it is counted again in the background.',
        querystring: SegmentListQuery,
        response: answers({ 200: SegmentList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'segments',
        page: (db, query) => listSegmentsWithUses(db, { ...query, now: clock.now() }),
        count: countSegments,
        keyOf: (row) => recordKey(request.query.sort, row),
        item: toSegmentWithUses,
      }),
  )

  app.post(
    '/segments',
    {
      config: { access: 'full', beginsLate: true, strictBody: { records: [SegmentWithUses] } },
      schema: {
        tags,
        operationId: 'createSegment',
        summary: 'Create a segment',
        description:
          'A dynamic segment has `filters` and contains every contact that matches them. A static segment (`type: "STATIC"`) contains the contacts you add. The response waits up to 2 seconds for the number of matching contacts; if counting takes longer, `memberCount` is 0 and `memberCountAt` null until it is done.',
        body: SegmentCreate,
        response: answers({ 201: Segment }),
      },
    },
    async (request, reply) => {
      const { late, projectId, body: fields } = request
      const asked = { projectId, fields, source: callerSource(request), now: clock.now() }
      const row = await createSegment(late, { ...asked, filters, signal: callerSignal(reply) })
      return reply.code(201).send(toSegment(row))
    },
  )

  app.post(
    '/segments/preview',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'previewSegment',
        summary: 'Preview a segment',
        description:
          'Counts the contacts that match the filters and returns the ten newest, without saving anything. Returns 400 if this takes more than 5 seconds.',
        body: SegmentPreview,
        response: answers({ 200: SegmentPreviewed }),
      },
    },
    async ({ db, projectId, body }, reply) => {
      const { filters: tree } = body
      const startedAt = clock.now()
      const signal = callerSignal(reply)
      const input = { projectId, tree, filters, now: startedAt, signal }
      const { page, total, words } = await previewSegment(db, input)
      return {
        count: total ?? 0,
        sample: page.rows.map((row) => toContact(row, startedAt)),
        words,
        tookMs: clock.now().getTime() - startedAt.getTime(),
      }
    },
  )

  app.get(
    '/segments/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getSegment',
        summary: 'Get a segment',
        description:
          'Returns the segment and its uses. The `memberCount` of a dynamic segment that is not tracked is the last known one; if it is older than a minute, it is counted again in the background.',
        params: idParams<'segment'>(),
        response: answers({ 200: SegmentWithUses }, [404]),
      },
    },
    async ({ projectId, params, db }) => {
      const ref = { projectId, segmentId: params.id }
      return toSegmentWithUses(await readSegmentWithUses(db, { ...ref, now: clock.now() }))
    },
  )

  app.patch(
    '/segments/:id',
    {
      config: {
        access: 'full',
        beginsLate: true,
        strictBody: { records: [SegmentWithUses], hints: CHANGE_HINTS },
      },
      schema: {
        tags,
        operationId: 'updateSegment',
        summary: 'Update a segment',
        description:
          'Changes the fields that the body contains; the others stay as they are. The type of a segment cannot change: filters for a static segment return 400. Switching `trackMembership` off returns 409 `RESOURCE_IN_USE` while an enabled workflow needs it. The response waits up to 2 seconds for the number of matching contacts; if counting takes longer, it has the previous number, and `memberCountAt` is null until it is done.',
        params: idParams<'segment'>(),
        body: SegmentPatch,
        response: answers({ 200: Segment }, [404]),
      },
    },
    async ({ projectId, params, late, body }, reply) => {
      const tools = { filters, now: clock.now(), signal: callerSignal(reply) }
      const row = await changeSegment(late, { projectId, segmentId: params.id, ...tools, patch: body })
      return toSegment(row)
    },
  )

  app.delete(
    '/segments/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteSegment',
        summary: 'Delete a segment',
        description:
          'Deletes the segment. Its contacts remain. Returns 409 `RESOURCE_IN_USE` while a campaign that is not finished (DRAFT, SCHEDULED or SENDING) or an enabled workflow uses it, also through other segments that refer to it. The message names the kind and id of each user and the segments in between; the suggestion says how to release it. `usedBy` of `GET /segments/{id}` lists all of them.',
        params: idParams<'segment'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      await removeSegment(db, { projectId, segmentId: params.id })
      return reply.code(204).send()
    },
  )

  app.get(
    '/segments/:id/contacts',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listSegmentContacts',
        summary: 'List the contacts of a segment',
        description:
          'Returns the members of the segment, newest contact first. `total` is null if counting them takes too long. Returns 400 if finding one page of them takes more than 5 seconds.',
        params: idParams<'segment'>(),
        querystring: MemberListQuery,
        response: answers({ 200: ContactList }, [404]),
      },
    },
    (request, reply) => {
      const segmentId = request.params.id
      const tools = { filters, now: clock.now(), signal: callerSignal(reply) }
      return listing(request, {
        name: 'contacts',
        owner: segmentId,
        pageAndTotal: (db, { filter, ...query }) =>
          listSegmentContacts(db, { ...query, ...tools, segmentId, search: filter.search }),
        item: (row: ContactRow) => toContact(row, clock.now()),
      })
    },
  )

  app.get(
    '/segments/:id/growth',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getSegmentGrowth',
        summary: 'Get the growth of a segment',
        description:
          'Returns how many contacts were in the segment on each of the last days. The number is recorded every hour and kept for 400 days.',
        params: idParams<'segment'>(),
        querystring: SegmentGrowthQuery,
        response: answers({ 200: SegmentGrowth }, [404]),
      },
    },
    async ({ projectId, params, db, query }) => {
      const ref = { projectId, segmentId: params.id }
      return { days: await readGrowth(db, { ...ref, days: query.days, now: clock.now() }) }
    },
  )

  app.get(
    '/segments/:id/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportSegmentGrowth',
        summary: 'Export the growth of a segment as CSV',
        description:
          'Returns the days of `GET /segments/{id}/growth` as a file with the columns day and members.',
        params: idParams<'segment'>(),
        querystring: SegmentGrowthQuery,
        response: answers({ 200: csvReply(CsvTable) }, [404]),
      },
    },
    async ({ projectId, params, db, query }, reply) => {
      const ref = { projectId, segmentId: params.id }
      const rows = await readGrowth(db, { ...ref, days: query.days, now: clock.now() })
      const columns = { day: ({ day }: Size) => day, members: ({ members }: Size) => members }
      return sendTable(reply, { name: `segment-${params.id}`, columns, rows })
    },
  )

  app.get(
    '/segments/:id/explain',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'explainSegment',
        summary: 'Check why a contact is in a segment',
        description:
          'Returns each condition of the segment with whether it holds for the contact, and the value that the contact has. A static segment has no conditions.',
        params: idParams<'segment'>(),
        querystring: SegmentExplainQuery,
        response: answers({ 200: SegmentExplained }, [404]),
      },
    },
    async ({ db, projectId, params, query }, reply) =>
      explainSegment(db, {
        projectId,
        segmentId: params.id,
        contactId: query.contactId,
        filters,
        now: clock.now(),
        signal: callerSignal(reply),
      }),
  )

  app.post(
    '/segments/:id/members',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'addSegmentMembers',
        summary: 'Add contacts to a static segment',
        description:
          'Adds contacts by address, and by default creates those that do not exist yet. Returns 400 for a dynamic segment, whose filters determine its members.',
        params: idParams<'segment'>(),
        body: MembersAdd,
        response: answers({ 200: MembersAdded }, [404]),
      },
    },
    async (request) => {
      const { projectId, params, db, body } = request
      const source = callerSource(request)
      return addMembers(db, { projectId, segmentId: params.id, body, source, now: clock.now() })
    },
  )

  app.delete(
    '/segments/:id/members',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'removeSegmentMembers',
        summary: 'Remove contacts from a static segment',
        description:
          'Removes members by address. The contacts themselves remain. Returns 400 for a dynamic segment, whose filters determine its members.',
        params: idParams<'segment'>(),
        body: MembersRemove,
        response: answers({ 200: MembersRemoved }, [404]),
      },
    },
    async ({ projectId, params, db, body }) =>
      removeMembers(db, { projectId, segmentId: params.id, emails: body.emails, now: clock.now() }),
  )
}
