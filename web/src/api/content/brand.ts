import type { z } from 'zod'
import type { BrandKitAnswer, BrandKitPatch } from '../../../../src/features/templates/brand/brand.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

export type BrandKit = z.output<typeof BrandKitAnswer>
export type BrandChanges = z.input<typeof BrandKitPatch>

export const brandQuery = (api: ProjectApi) => recordOptions<BrandKit>(api, ['/project/brand'])

export const changeBrand = (api: ProjectApi, patch: BrandChanges) =>
  api.patch<BrandKit>('/project/brand', patch)
