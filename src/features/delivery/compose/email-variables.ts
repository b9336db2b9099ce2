import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { projectVariables } from '../../templates/index.ts'
import type { ProjectFacts, SystemVariables } from '../../templates/index.ts'
import { languageOf } from '../../../platform/text/languages.ts'
import { footerWords } from '../content/footer.ts'
import { linkVariable } from '../content/tracked-links.ts'

const PAGES = ['unsubscribe', 'subscribe', 'manage', 'browser'] as const
export type Page = (typeof PAGES)[number]

export type EmailFacts = {
  /** The base URL of the pages of this installation, without a slash at the end. */
  publicUrl: string
  projectId: ProjectId
  emailId: EmailId
  /** Null for a copy, which has no contact to unsubscribe; the pages say so. */
  contactId: ContactId | null
  /** The numbers of the tracked links that the email contains. */
  links: { first: number; count: number }
  trackOpens: boolean
  /** The pages that the email links to. URLs of others are not created, since each costs a signature. */
  pages?: readonly Page[]
  locale?: string
  project: ProjectFacts
  /** The host of the sender's domain for tracked links and the pixel, if its records are right. */
  trackingHost?: string
}

export type EmailVariables = SystemVariables & Record<string, string>

/**
 * The variables that the service sets: its own URLs, each with a token for this recipient, and the texts of the footer.
 * Deterministic. They override the data of projects, so all but the four documented ones begin with lm_: a customer's
 * own `{{ projectName }}` stays theirs.
 */
export function createEmailVariables(input: { secrets: Secrets }): (email: EmailFacts) => EmailVariables {
  const { secrets } = input
  const tokens = createLinkTokens(secrets)
  return ({ projectId, emailId, contactId, links, trackOpens, pages = PAGES, ...given }) => {
    const { publicUrl, locale, project, trackingHost } = given
    const email = [projectId, emailId]
    const person = { ids: contactId === null ? email : [projectId, contactId, emailId] }
    const urlOf = (page: Page) =>
      pages.includes(page)
        ? `${publicUrl}/${page}/${tokens.make(page, page === 'browser' ? { ids: email } : person)}`
        : ''
    const tracking = trackingHost === undefined ? publicUrl : atHost(publicUrl, trackingHost)
    const language = languageOf(locale ?? '') ?? 'en'
    const words = footerWords(language)
    const variables: EmailVariables = {
      unsubscribeUrl: urlOf('unsubscribe'),
      subscribeUrl: urlOf('subscribe'),
      manageUrl: urlOf('manage'),
      browserUrl: urlOf('browser'),
      lm_open: trackOpens ? `${tracking}/o/${tokens.make('open', { ids: email })}` : '',
      lm_footer_reason: words.reason,
      lm_footer_unsubscribe: words.unsubscribe,
      lm_footer_manage: words.manage,
      lm_footer_language: language,
      ...projectVariables(project),
    }
    for (let number = links.first; number < links.first + links.count; number += 1) {
      variables[linkVariable(number)] = `${tracking}/c/${tokens.make('click', { ids: email, number })}`
    }
    return variables
  }
}

/** The URL with another host; protocol, port and path stay. */
function atHost(publicUrl: string, hostname: string): string {
  const { protocol, host, port } = new URL(publicUrl)
  const path = publicUrl.slice(`${protocol}//${host}`.length)
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${path}`
}

/** The pages that a text may link to: those whose variable it contains, perhaps in a comment. */
export const pagesNamed = (text: string): Page[] =>
  PAGES.filter((page) => new RegExp(`\\b${page}Url\\b`).test(text))
