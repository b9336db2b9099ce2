// Test emails of a campaign for its authors. They do not count in the statistics and create no contacts.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId } from '../../../platform/ids.ts'
import { listByAddress } from '../../contacts/index.ts'
import { createEmailAnnouncer, insertContent, insertTestEmails } from '../../delivery/index.ts'
import { requireSender } from '../../domains/index.ts'
import { sampleCoupons } from '../../templates/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import type { CampaignTested } from '../campaigns.schema.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { createCampaignContents } from './campaign-content.service.ts'
import { sampleValues } from './sample-values.ts'

const PREFIX = '[Test] '

export type TestedEmail = z.infer<typeof CampaignTested>['data']['emails'][number]

type TestInput = CampaignRef & { addresses: readonly string[] }

export type SendTest = (late: LateDb, input: TestInput) => Promise<TestedEmail[]>

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export function createSendTest(parts: Parts): SendTest {
  const { makeContent } = createCampaignContents(parts)
  const announcer = createEmailAnnouncer(parts.database.db, parts.log)
  return async (late, { addresses, ...ref }) => {
    const { projectId } = ref
    const campaign = requireCampaign(await findCampaign(late.db, ref))
    await requireSender(late.db, { projectId, address: campaign.from_email, config: parts.config })
    const content = await makeContent({ ...campaign, subject: PREFIX + campaign.subject })
    const emails = [...new Set(addresses)]
    const now = parts.clock.now()
    const codes = sampleCoupons(campaign.variables)
    const sample = { ...sampleValues(campaign.variables), ...codes }
    const { tests, suppressed } = await inTransaction(await late.begin(), async (trx) => {
      await insertContent(trx, { projectId, content, blobs: [], now })
      const known = await listByAddress(trx, { projectId, emails })
      const contacts = new Map(known.map(({ id, email }) => [email, id]))
      const testEmails = emails.map((address) =>
        toTest(address, { contactId: contacts.get(address) ?? null, sample, codes, now }),
      )
      const stopped = await insertTestEmails(trx, {
        projectId,
        contentId: content.id,
        emails: testEmails,
        now,
      })
      return { tests: testEmails, suppressed: new Map(stopped.map(({ id, reason }) => [id, reason])) }
    })
    announcer.announce(projectId)
    return tests.map(({ id, address }) => toTestResult({ email: address, emailId: id }, suppressed.get(id)))
  }
}

function toTestResult(
  { email, emailId }: { email: string; emailId: EmailId },
  reason: TestedEmail['reason'],
): TestedEmail {
  return reason === undefined
    ? { email, emailId, status: 'QUEUED' }
    : { email, emailId, status: 'SUPPRESSED', reason }
}

type TestContact = {
  contactId: ContactId | null
  sample: Record<string, unknown>
  /** Sample coupon codes. */
  codes: Record<string, unknown>
  now: Date
}

const toTest = (address: string, { contactId, sample, codes, now }: TestContact) => ({
  id: newId<EmailId>(now),
  address,
  contactId,
  variables: contactId === null ? sample : codes,
})
