// An email as the archive shows it: the content of the campaign without the values of any contact, without coupon codes, and
// without tracking.
import { createAnswerCache } from '../../../platform/caches/answer-cache.ts'
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { finishForWire } from '../../delivery/index.ts'
import { createTemplateRenderer, projectVariables, templateVariables } from '../../templates/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import { variantsOf } from '../sending/campaign-content.service.ts'
import type { ArchivedCampaign, PublicArchive } from './archive.queries.ts'

// About a hundred newsletters.
const CACHE_BYTES = 10_000_000

// The memory of an entry besides its text.
const ENTRY_BYTES = 200

/** undefined: it cannot be rendered without the values of a contact. */
type RenderedText = { text: string | undefined; bytes: number }

export type ArchivedEmails = {
  /** Empty if it consists of values of contacts. */
  readSubject: (archive: PublicArchive, campaign: ArchivedCampaign) => Promise<string>
  /** The HTML; undefined if it cannot be shown. */
  readHtml: (archive: PublicArchive, campaign: ArchivedCampaign) => Promise<string | undefined>
}

export function createArchivedEmails(deps: Pick<Deps, 'database' | 'threads' | 'clock'>): ArchivedEmails {
  const { database, threads, clock } = deps
  const render = createTemplateRenderer(threads)
  const cache = createByteCache<RenderedText>({ maxBytes: CACHE_BYTES })
  // Stores nothing itself: visitors who come at the same time share a rendering.
  const shared = createAnswerCache<RenderedText>({ clock, most: 1, lifetimeMs: () => 0 })

  const cached = async (
    key: string,
    make: () => Promise<string | undefined>,
  ): Promise<string | undefined> => {
    const known = cache.find(key)
    if (known) return known.text
    const made = await shared(key, async () => {
      const text = await make().catch(undefinedIfBroken)
      return cache.add(key, { text, bytes: 2 * (text?.length ?? 0) + ENTRY_BYTES })
    })
    return made.text
  }

  return {
    readSubject: async (archive, campaign) => {
      const key = `subject ${keyOf(archive, campaign)}`
      const text = await cached(key, async () => {
        const { subject, isPlain } = campaign
        const row = { project_id: archive.projectId, is_plain: isPlain, subject, html: '', text_part: '' }
        return (await render({ ...row, key }, variablesOf(archive))).subject
      })
      return (text ?? '').replaceAll(/\s+/g, ' ').trim()
    },
    readHtml: async (archive, campaign) => {
      const key = `html ${keyOf(archive, campaign)}`
      return cached(key, async () => {
        const { projectId } = archive
        const found = await findCampaign(database.db, { projectId, campaignId: campaign.id })
        const row = found && variantsOf(found)[campaign.variant]
        if (!row) return undefined
        const { html, utm, is_plain: isPlain } = row
        const untracked = { isMarketing: false, tracking: { opens: false, clicks: false } }
        const finished = await finishForWire(threads, {
          projectId,
          html,
          text: '',
          isPlain,
          utm,
          ...untracked,
        })
        const content = {
          project_id: projectId,
          is_plain: isPlain,
          subject: '',
          html: finished.html,
          text_part: '',
        }
        const output = await render({ ...content, key }, variablesOf(archive))
        return Buffer.from(output.html).toString()
      })
    },
  }
}

/** Identifies a content: a campaign that returned to DRAFT has another start. */
const keyOf = (
  { projectId, updatedAt }: PublicArchive,
  { id, variant, startedAt }: ArchivedCampaign,
): string => `${projectId} ${id} ${variant} ${startedAt.getTime()} ${updatedAt.getTime()}`

// Leads to the top of the page that the reader sees.
const NOWHERE = '#'

/** Only facts about the project. The links of recipients lead nowhere, and everything else is empty. */
function variablesOf({ projectName, postalAddress, locale }: PublicArchive): Record<string, unknown> {
  return templateVariables({
    contact: undefined,
    data: {},
    system: {
      ...projectVariables({ name: projectName, postalAddress, locale }),
      unsubscribeUrl: NOWHERE,
      subscribeUrl: NOWHERE,
      manageUrl: NOWHERE,
      browserUrl: NOWHERE,
    },
  })
}

function undefinedIfBroken(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'TEMPLATE_SYNTAX') return undefined
  throw error
}
