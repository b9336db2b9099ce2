import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { csvReply, sendRows } from '../../platform/http/replies/csv-report.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { countCodes, countCouponLists, findCouponList, listCodes } from './coupons.queries.ts'
import { listCouponListsWithUses, toCouponList, withUses } from './coupon-list-view.service.ts'
import type { CouponCodeRow } from './coupons.queries.ts'
import {
  CouponCodeList,
  CouponCodesAdd,
  CouponCodesAdded,
  CouponCodesQuery,
  CouponList,
  CouponListCreate,
  CouponListPatch,
  CouponLists,
  CouponListsQuery,
  CouponReport,
  CouponReportQuery,
} from './coupons.schema.ts'
import type { CouponCode } from './coupons.schema.ts'
import {
  addCodes,
  changeCouponList,
  createCouponList,
  removeCouponList,
  requireCouponList,
} from './coupons.service.ts'

const tags = ['Coupons']

export function couponRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/coupon-lists',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listCouponLists',
        summary: 'List coupon lists',
        description: 'Returns the coupon lists of the project with the numbers of their codes, newest first.',
        querystring: CouponListsQuery,
        response: answers({ 200: CouponLists }),
      },
    },
    (request) =>
      listing(request, {
        name: 'couponLists',
        page: listCouponListsWithUses,
        count: countCouponLists,
        item: toCouponList,
      }),
  )

  app.post(
    '/coupon-lists',
    {
      config: { access: 'full', audit: 'coupon-list.created' },
      schema: {
        tags,
        operationId: 'createCouponList',
        summary: 'Create a coupon list',
        description:
          'Adds a list of codes, which is empty at first: `POST /coupon-lists/{id}/codes` fills it. Emails name it by its `key`: `{{ coupons.spring }}` prints one code per contact, the same in every email. Returns 409 if the key is taken, and if the project has 100 lists.',
        body: CouponListCreate,
        response: answers({ 201: CouponList }),
      },
    },
    async (request, reply) => {
      const { db, projectId, body: list } = request
      const row = await createCouponList(db, { projectId, list, now: clock.now() })
      request.auditTarget = row.key
      return reply.code(201).send(toCouponList(await withUses(db, row)))
    },
  )

  app.get(
    '/coupon-lists/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getCouponList',
        summary: 'Get a coupon list',
        description: 'Returns one coupon list with the numbers of its codes.',
        params: idParams<'coupon list'>(),
        response: answers({ 200: CouponList }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = requireCouponList(await findCouponList(db, { projectId, listId: params.id }))
      return toCouponList(await withUses(db, row))
    },
  )

  app.patch(
    '/coupon-lists/:id',
    {
      config: { access: 'full', audit: 'coupon-list.updated' },
      schema: {
        tags,
        operationId: 'updateCouponList',
        summary: 'Update a coupon list',
        description: 'Changes the name. The key never changes, because emails name the list by it.',
        params: idParams<'coupon list'>(),
        body: CouponListPatch,
        response: answers({ 200: CouponList }, [404]),
      },
    },
    async ({ db, projectId, params, body: patch }) =>
      toCouponList(await withUses(db, await changeCouponList(db, { projectId, listId: params.id, patch }))),
  )

  app.delete(
    '/coupon-lists/:id',
    {
      config: { access: 'full', role: 'admin', audit: 'coupon-list.deleted' },
      schema: {
        tags,
        operationId: 'deleteCouponList',
        summary: 'Delete a coupon list',
        description:
          'Deletes the list and its codes, with the record of who got which. Returns 409 while a template, a partial, a campaign that is not over, an enabled recurring campaign or an enabled workflow names it. Emails that were accepted before keep their codes. Later emails that name the list are not sent: those of campaigns and workflows are FAILED with the reason `coupon_list_missing`, and `POST /v1/send` returns 409.',
        params: idParams<'coupon list'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      const { db, projectId, params } = request
      request.auditTarget = await removeCouponList(db, { projectId, listId: params.id })
      return reply.code(204).send()
    },
  )

  codeRoutes(app, { clock, listing })
}

function codeRoutes(
  app: App,
  { clock, listing }: Pick<Deps, 'clock'> & { listing: ReturnType<typeof createListing> },
): void {
  app.get(
    '/coupon-lists/:id/codes',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listCouponCodes',
        summary: 'List the codes of a coupon list',
        description:
          'Returns the codes with the contacts who got them, when, and by which email, campaign, workflow and template, in the order in which they were added, which is that in which they are given out.',
        params: idParams<'coupon list'>(),
        querystring: CouponCodesQuery,
        response: answers({ 200: CouponCodeList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, params } = request
      const ref = { projectId, listId: params.id }
      requireCouponList(await findCouponList(db, ref))
      return listing(request, {
        name: 'codes',
        owner: params.id,
        page: (read, query) => listCodes(read, { ...query, ...ref }),
        count: (read, query) => countCodes(read, { ...query, ...ref }),
        item: toCouponCode,
      })
    },
  )

  app.get(
    '/coupon-lists/:id/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportCouponList',
        summary: 'Export the codes of a coupon list as CSV',
        description:
          'Streams the codes of `GET /coupon-lists/{id}/codes`, which takes the same filters, with who got them and by which email, campaign, workflow and template. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe.',
        params: idParams<'coupon list'>(),
        querystring: CouponReportQuery,
        response: answers({ 200: csvReply(CouponReport) }, [404]),
      },
    },
    async ({ db, projectId, params, query: filter }, reply) => {
      const ref = { projectId, listId: params.id }
      const { key } = requireCouponList(await findCouponList(db, ref))
      return sendRows(reply, {
        name: `coupons-${key}`,
        columns: REPORT_COLUMNS,
        page: (query) => listCodes(db, { ...query, ...ref, filter }),
      })
    },
  )

  app.post(
    '/coupon-lists/:id/codes',
    {
      config: { access: 'full', audit: 'coupon-list.codes-added' },
      schema: {
        tags,
        operationId: 'addCouponCodes',
        summary: 'Add codes to a coupon list',
        description:
          'Adds up to 10,000 codes; call it again for more. Codes that the list has already are skipped, so a repeated call does no harm. Returns 409 if the list would have more than 100,000 codes.',
        params: idParams<'coupon list'>(),
        body: CouponCodesAdd,
        response: answers({ 200: CouponCodesAdded }, [404]),
      },
    },
    async ({ db, projectId, params, body: { codes } }) =>
      addCodes(db, { projectId, listId: params.id, codes, now: clock.now() }),
  )
}

const REPORT_COLUMNS = {
  code: (row: CouponCodeRow) => row.code,
  status: (row: CouponCodeRow) => toCouponCode(row).status,
  contactId: (row: CouponCodeRow) => row.contact_id,
  email: (row: CouponCodeRow) => row.email,
  takenAt: (row: CouponCodeRow) => row.taken_at?.toISOString(),
  emailId: (row: CouponCodeRow) => row.email_id,
  campaignId: (row: CouponCodeRow) => row.campaign_id,
  workflowId: (row: CouponCodeRow) => row.workflow_id,
  templateId: (row: CouponCodeRow) => row.template_id,
  createdAt: (row: CouponCodeRow) => row.created_at.toISOString(),
}

const toCouponCode = (row: CouponCodeRow): z.input<typeof CouponCode> => ({
  id: row.id,
  code: row.code,
  status: row.taken_at === null ? 'free' : 'taken',
  contactId: row.contact_id,
  email: row.email,
  takenAt: row.taken_at?.toISOString() ?? null,
  emailId: row.email_id,
  campaignId: row.campaign_id,
  workflowId: row.workflow_id,
  templateId: row.template_id,
  createdAt: row.created_at.toISOString(),
})
