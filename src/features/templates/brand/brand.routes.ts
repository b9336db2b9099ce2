import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { findBrand } from './brand.queries.ts'
import type { StoredBrand } from './brand.queries.ts'
import { BrandKitAnswer, BrandKitPatch } from './brand.schema.ts'
import { changeBrand } from './brand.service.ts'

const tags = ['Project']

const toAnswer = ({ kit, updatedAt }: StoredBrand): z.output<typeof BrandKitAnswer> => ({
  ...kit,
  updatedAt: updatedAt?.toISOString() ?? null,
})

export function brandRoutes(app: App, { clock, threads }: Deps): void {
  app.get(
    '/project/brand',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getBrandKit',
        summary: 'Get the brand kit',
        description:
          'Returns what the emails of the project have in common: logo, colours, font, footer and social links. Emails made of blocks take from it what they do not say themselves.',
        response: answers({ 200: BrandKitAnswer }),
      },
    },
    async ({ db, projectId }) => toAnswer(await findBrand(db, { projectId })),
  )

  app.patch(
    '/project/brand',
    {
      config: { access: 'full', role: 'admin', beginsLate: true, audit: 'brand.updated' },
      schema: {
        tags,
        operationId: 'updateBrandKit',
        summary: 'Update the brand kit',
        description:
          'Changes the given fields. Templates made of blocks get a new version with the new look soon afterwards; drafts of campaigns and emails of workflows when they are next shown or sent. Emails that are accepted already, and campaigns that have started, stay as they are. Returns 422 if the footer contains invalid Liquid.',
        body: BrandKitPatch,
        response: answers({ 200: BrandKitAnswer }),
      },
    },
    async ({ late, projectId, body: patch }) =>
      toAnswer(await changeBrand(late, { projectId, patch, threads, now: clock.now() })),
  )
}
