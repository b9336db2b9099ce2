import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createCursors } from '../../platform/http/replies/cursors.ts'
import { list } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { IdParams, NoContent, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import type { SegmentId } from '../../platform/ids.ts'
import { ContactList } from '../contacts/contacts.schema.ts'
import { toContact } from '../contacts/index.ts'
import { filterWords } from '../filters/index.ts'
import type { Filters } from '../filters/index.ts'
import { countSegments, deleteSegment, listSegments, toSegment } from './segments.queries.ts'
import {
  MembersAdd,
  MembersAdded,
  MembersRemove,
  MembersRemoved,
  Segment,
  SegmentCreate,
  SegmentList,
  SegmentListQuery,
  SegmentPatch,
  SegmentPreview,
  SegmentPreviewed,
} from './segments.schema.ts'
import {
  addMembers,
  changeSegment,
  countedSegment,
  createSegment,
  listSegmentContacts,
  previewSegment,
  removeMembers,
} from './segments.service.ts'

const tags = ['Segments']

// A thousand addresses of the longest kind, each with its quotes and a comma, and filters as large as elsewhere.
const ADDRESSES_BYTES = 512 * 1_024

export function segmentRoutes(app: App, { clock, secrets }: Deps, { filters }: { filters: Filters }): void {
  const cursors = createCursors(secrets)

  app.get(
    '/segments',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listSegments',
        summary: 'List segments, newest first',
        description:
          'The memberCount of a dynamic segment is that of memberCountAt; GET /segments/{id} counts it again.',
        querystring: SegmentListQuery,
        response: answers({ 200: SegmentList }, [400, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const { limit, cursor, total: isTotalWanted } = request.query
      const before = cursors.decode('segments', projectId, cursor)
      return list('segments', {
        page: await listSegments(db, { projectId, limit, before }),
        total: isTotalWanted ? await countSegments(db, { projectId }) : null,
        item: toSegment,
        cursorOf: (row) => cursors.encode('segments', projectId, row.id),
      })
    },
  )

  app.post(
    '/segments',
    {
      config: { access: 'full' },
      bodyLimit: ADDRESSES_BYTES,
      schema: {
        tags,
        operationId: 'createSegment',
        summary: 'Create a segment',
        description:
          'Dynamic with filters, or static with type STATIC. 400 if the filters take more than 5 seconds to count.',
        body: SegmentCreate,
        response: answers({ 201: Segment }, [400, 409, 413, 422]),
      },
    },
    async (request, reply) => {
      const { db, projectId, body: given } = request
      const row = await createSegment(db, { projectId, given, filters, now: clock.now() })
      return reply.code(201).send(toSegment(row))
    },
  )

  app.post(
    '/segments/preview',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'previewSegment',
        summary: 'Count who matches filters, without saving them',
        description: '400 if the filters take more than 5 seconds.',
        body: SegmentPreview,
        response: answers({ 200: SegmentPreviewed }, [400, 409, 413, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const { filters: tree } = request.body
      const begunAt = clock.now()
      const { page, total } = await previewSegment(db, { projectId, tree, filters, now: begunAt })
      return {
        count: total ?? 0,
        sample: page.rows.map(toContact),
        words: filterWords(tree),
        tookMs: clock.now().getTime() - begunAt.getTime(),
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
        summary: 'Get a segment with the number of its members now',
        description: '400 if the filters take more than 5 seconds to count.',
        params: IdParams,
        response: answers({ 200: Segment }, [400, 404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, segmentId: request.params.id as SegmentId }
      return toSegment(await countedSegment(request.db, { ...ref, filters, now: clock.now() }))
    },
  )

  app.patch(
    '/segments/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'updateSegment',
        summary: 'Change a segment',
        description: 'Its type stays: 400 for filters on a static segment.',
        params: IdParams,
        body: SegmentPatch,
        response: answers({ 200: Segment }, [400, 404, 409, 413, 422]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, segmentId: request.params.id as SegmentId }
      const row = await changeSegment(request.db, { ...ref, given: request.body, filters, now: clock.now() })
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
        summary: 'Delete a segment; its contacts stay',
        params: IdParams,
        response: answers({ 204: NoContent }, [400, 404, 409]),
      },
    },
    async (request, reply) => {
      const ref = { projectId: request.projectId, segmentId: request.params.id as SegmentId }
      if (!(await deleteSegment(request.db, ref))) throw new AppError('SEGMENT_NOT_FOUND')
      return reply.code(204).send()
    },
  )

  app.get(
    '/segments/:id/contacts',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listSegmentContacts',
        summary: 'List the members of a segment, newest contacts first',
        params: IdParams,
        querystring: PageQuery,
        response: answers({ 200: ContactList }, [400, 404, 422]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const segmentId = request.params.id as SegmentId
      const { limit, cursor, total: isTotalWanted } = request.query
      const before = cursors.decode('segment contacts', projectId, cursor)
      const options = { projectId, segmentId, filters, now: clock.now(), limit, before, isTotalWanted }
      const { page, total } = await listSegmentContacts(db, options)
      return list('contacts', {
        page,
        total,
        item: toContact,
        cursorOf: (row) => cursors.encode('segment contacts', projectId, row.id),
      })
    },
  )

  app.post(
    '/segments/:id/members',
    {
      config: { access: 'full' },
      bodyLimit: ADDRESSES_BYTES,
      schema: {
        tags,
        operationId: 'addSegmentMembers',
        summary: 'Add contacts to a static segment, by address',
        description: '400 for a dynamic segment.',
        params: IdParams,
        body: MembersAdd,
        response: answers({ 200: MembersAdded }, [400, 404, 409, 413, 422]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, segmentId: request.params.id as SegmentId }
      return addMembers(request.db, { ...ref, given: request.body, now: clock.now() })
    },
  )

  app.delete(
    '/segments/:id/members',
    {
      config: { access: 'full' },
      bodyLimit: ADDRESSES_BYTES,
      schema: {
        tags,
        operationId: 'removeSegmentMembers',
        summary: 'Remove contacts from a static segment, by address',
        description: 'The contacts stay. 400 for a dynamic segment.',
        params: IdParams,
        body: MembersRemove,
        response: answers({ 200: MembersRemoved }, [400, 404, 409, 413, 422]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, segmentId: request.params.id as SegmentId }
      return removeMembers(request.db, { ...ref, emails: request.body.emails })
    },
  )
}
