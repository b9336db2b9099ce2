// Test emails of a campaign for its authors. They do not count in the statistics and create no contacts.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId } from '../../../platform/ids.ts'
import { translationFor } from '../../../platform/text/languages.ts'
import { listByAddress } from '../../contacts/index.ts'
import { createEmailAnnouncer, insertContent, insertTestEmails } from '../../delivery/index.ts'
import { requireSender } from '../../domains/index.ts'
import { EMAIL_LANGUAGE, sampleCoupons } from '../../templates/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import type { CampaignTested } from './test-email.schema.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { VARIANT_NAMES } from '../campaigns.values.ts'
import type { VariantName } from '../statistics/variant-test.ts'
import { createCampaignContents, variantsOf } from './campaign-content.service.ts'
import { sampleValues } from './sample-values.ts'

const PREFIX = '[Test] '

export type TestedEmail = z.infer<typeof CampaignTested>['data']['emails'][number]

type TestInput = CampaignRef & {
  addresses: readonly string[]
  variant: VariantName
  /** Undefined: that of each contact. */
  language: string | undefined
}

export type SendTest = (late: LateDb, input: TestInput) => Promise<TestedEmail[]>

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export function createSendTest(parts: Parts): SendTest {
  const { current, makeContent } = createCampaignContents(parts)
  const announcer = createEmailAnnouncer(parts.database.db, parts.log)
  return async (late, { addresses, variant, language, ...ref }) => {
    const { projectId } = ref
    const campaign = requireVariant(await current(requireCampaign(await findCampaign(late.db, ref))), variant)
    requireLanguage(campaign, language)
    await requireSender(late.db, { projectId, address: campaign.from_email, config: parts.config })
    const content = await makeContent(marked(campaign))
    const emails = [...new Set(addresses)]
    const now = parts.clock.now()
    const always = {
      ...sampleCoupons(campaign.variables),
      ...(language !== undefined && { [EMAIL_LANGUAGE]: language }),
    }
    const sample = { ...sampleValues(campaign.variables), ...always }
    const { tests, suppressed } = await inTransaction(await late.begin(), async (trx) => {
      await insertContent(trx, { projectId, content, blobs: [], now })
      const known = await listByAddress(trx, { projectId, emails })
      const contacts = new Map(known.map(({ id, email }) => [email, id]))
      const testEmails = emails.map((address) =>
        toTest(address, { contactId: contacts.get(address) ?? null, sample, always, now }),
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

/** The campaign with the content of the variant. @throws AppError if it has no such variant */
function requireVariant(campaign: CampaignRow, variant: VariantName): CampaignRow {
  const all = variantsOf(campaign)
  const found = all[VARIANT_NAMES.indexOf(variant)]
  if (found) return found
  const message = `must be a variant of the campaign, which has ${VARIANT_NAMES.slice(0, all.length).join(', ')}`
  throw invalidFields({ field: 'variant', message, code: 'custom' })
}

/** @throws AppError if a language is named that the campaign does not have */
function requireLanguage({ translations }: CampaignRow, language: string | undefined): void {
  const all = translations ?? []
  if (language === undefined || translationFor(all, language)) return
  const known = all.map((one) => one.language).join(', ')
  const message =
    known === ''
      ? 'must be left out: the campaign has no translations'
      : `must be a language of the campaign, which has ${known}. Without it, each contact gets their own`
  throw invalidFields({ field: 'language', message, code: 'custom' })
}

/** The campaign with the prefix before its subject in every language. */
const marked = (campaign: CampaignRow): CampaignRow => ({
  ...campaign,
  subject: PREFIX + campaign.subject,
  translations:
    campaign.translations && campaign.translations.map((one) => ({ ...one, subject: PREFIX + one.subject })),
})

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
  /** Sample coupon codes and the language, which the data of a contact does not replace. */
  always: Record<string, unknown>
  now: Date
}

const toTest = (address: string, { contactId, sample, always, now }: TestContact) => ({
  id: newId<EmailId>(now),
  address,
  contactId,
  variables: contactId === null ? sample : always,
})
