// The statistics of a campaign say whether the best hour helped.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildContacts } from '../../../../test/support/factories.ts'
import { linksIn, visit } from '../../../../test/support/reader.ts'
import { call } from '../../../../test/support/requests.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { opensAt, recordOpens } from '../../../../test/support/opens.ts'
import {
  advance,
  buildCampaign,
  later,
  readCampaign,
  readStatistics,
  send,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

const HOUR_MS = 3_600_000

// Half of them in each group: a group of fewer than a hundred would be seven standard deviations away.
const KNOWN = 320

const readCohort = async (id: string, cohort: number): Promise<EmailId[]> => {
  const { rows } = await sql<{ id: EmailId }>`
    select id from emails where campaign_id = ${id} and cohort = ${cohort}`.execute(test.deps.database.db)
  return rows.map((row) => row.id)
}

async function openEmail(emailId: EmailId): Promise<void> {
  const links = await linksIn(own, emailId)
  await visit(
    own,
    links.find((url) => url.startsWith('/o/')),
  )
}

it('compares those at their hour with those at the fallback, among people with a known hour', async () => {
  const now = test.clock.now()
  const contacts = await buildContacts(own, KNOWN)
  await buildContacts(own, 10)
  await recordOpens(
    own,
    contacts.flatMap(({ id }) => opensAt(id, { now, hour: (now.getUTCHours() + 2) % 24 })),
  )
  const { id } = await buildCampaign(own, { bestHour: { comparison: 50 } })
  expect((await readStatistics(own, id)).bestHour).toBeNull()
  await send(own, id)
  await later(own, 26 * HOUR_MS, () => advance(own, id))
  await delivery.drain()
  await advance(own, id)
  expect(await readCampaign(own, id)).toMatchObject({ status: 'SENT' })
  const [best, compared] = [await readCohort(id, 0), await readCohort(id, 1)]
  // An hour after sending: machines open at once.
  await later(own, HOUR_MS, async () => {
    for (const emailId of best.slice(0, 40)) await openEmail(emailId)
    for (const emailId of compared.slice(0, 2)) await openEmail(emailId)
  })
  const early = (await readStatistics(own, id)).bestHour
  expect(early).toMatchObject({
    fallback: '09:00',
    known: KNOWN,
    unknown: 10,
    atBestHour: { delivered: best.length, humanOpens: 40, humanClicks: 0, openRate: 40 / best.length },
    comparison: { delivered: compared.length, humanOpens: 2, openRate: 2 / compared.length },
    verdict: 'tooEarly',
  })
  await later(own, 49 * HOUR_MS, async () => {
    const result = (await readStatistics(own, id)).bestHour
    expect(result).toMatchObject({ verdict: 'helped', clickDifference: { by: 0 } })
    expect(result?.openDifference.by).toBeCloseTo(40 / best.length - 2 / compared.length)
    expect(result?.openDifference.from).toBeGreaterThan(0)
    const csv = await call(own, ['GET', `/campaigns/${id}/report`])
    expect(csv.body).toContain('helped')
  })
  // Variants are something else.
  expect(await readStatistics(own, id)).toMatchObject({ variants: [], test: null })
})

it('is null for other campaigns', async () => {
  const { id } = await buildCampaign(own)
  expect((await readStatistics(own, id)).bestHour).toBeNull()
})
