import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import { retryLate } from '../../../platform/db/transactions/late-db.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { blocksToMjml } from '../blocks/blocks-to-mjml.ts'
import { Blocks } from '../blocks/blocks.schema.ts'
import { prepareBody } from '../prepare/prepare-body.service.ts'
import { refreshBrandJob } from './brand.jobs.ts'
import { findBrand, lockBrand, saveBrand } from './brand.queries.ts'
import type { StoredBrand } from './brand.queries.ts'
import type { BrandKit, BrandKitPatch } from './brand.schema.ts'

type BrandChange = {
  projectId: ProjectId
  patch: z.output<typeof BrandKitPatch>
  threads: ThreadPool
  now: Date
}

/** A job generates the templates made of blocks again. @throws AppError TEMPLATE_SYNTAX if no email can be made with the kit */
export async function changeBrand(late: LateDb, change: BrandChange): Promise<StoredBrand> {
  return retryLate(late, {
    attempt: () => attemptChange(late, change),
    message: 'Other requests are changing the brand kit at the same time.',
  })
}

async function attemptChange(
  late: LateDb,
  { projectId, patch, threads, now }: BrandChange,
): Promise<StoredBrand | undefined> {
  const before = await findBrand(late.db, { projectId })
  const kit = merged(before.kit, patch)
  if (JSON.stringify(kit) === JSON.stringify(before.kit)) return before
  await prepareBody(late.db, { threads, projectId, fields: sampleEmail(kit) })
  return inTransaction(await late.begin(), async (trx) => {
    await lockBrand(trx, { projectId })
    const current = await findBrand(trx, { projectId })
    if (current.version !== before.version) return undefined
    const version = before.version + 1
    await saveBrand(trx, { projectId, kit, version, now })
    await enqueue(trx, refreshBrandJob, { payload: { projectId }, key: `brand ${projectId}` })
    return { kit, version, updatedAt: now }
  })
}

/** Keys are in the order of the schema. */
const merged = (kit: BrandKit, { logo, theme, footer, social }: BrandChange['patch']): BrandKit => ({
  logo: logo === undefined ? kit.logo : logo,
  theme: { ...kit.theme, ...Object.fromEntries(Object.entries(theme ?? {}).filter(isGiven)) },
  footer: footer === undefined ? kit.footer : footer,
  social: social ?? kit.social,
})

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

/** Shows every part of the kit, so a mistake in its Liquid is found before it is in every email. */
const SAMPLE = Blocks.parse({
  blocks: ['logo', 'social', 'footer'].map((type) => ({ type })),
})

const sampleEmail = (kit: BrandKit) => ({
  subject: '',
  body: blocksToMjml(SAMPLE, kit),
  text: null,
  type: 'TRANSACTIONAL',
})
