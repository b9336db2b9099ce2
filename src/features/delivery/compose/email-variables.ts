import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { projectVariables } from '../../templates/index.ts'
import type { ProjectFacts, SystemVariables } from '../../templates/index.ts'
import { footerWords, languageOf } from '../content/footer.ts'
import { linkVariable } from '../content/tracked-links.ts'

const PAGES = ['unsubscribe', 'subscribe', 'manage', 'browser'] as const
export type Page = (typeof PAGES)[number]

export type EmailFacts = {
  /** Where the pages of this installation are, without a slash at the end. */
  publicUrl: string
  projectId: ProjectId
  emailId: EmailId
  /** Null for a copy, which has no contact: nobody can be unsubscribed, and the pages say so. */
  contactId: ContactId | null
  linkCount: number
  trackOpens: boolean
  /** Which pages the email leads to: the address of one that is not named is not made, since each costs a signature. */
  pages?: readonly Page[]
  locale?: string
  project: ProjectFacts
  /** Of the sender's domain, where its records are right: what its email loads then comes from itself. */
  trackingHost?: string
}

export type EmailVariables = SystemVariables & Record<string, string>

/**
 * What only the service can say in an email: its own addresses, each with a token for this recipient, and the words of the
 * footer. The same whenever the email is made. These names win over everybody's data, so all but the four of the contract
 * begin with lm_: a customer's own `{{ projectName }}` stays theirs.
 */
export function createEmailVariables({
  secrets,
}: {
  secrets: Secrets
}): (email: EmailFacts) => EmailVariables {
  const tokens = createLinkTokens(secrets)
  return ({ projectId, emailId, contactId, linkCount, trackOpens, pages = PAGES, ...given }) => {
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
      lm_footer_language: language,
      ...projectVariables(project),
    }
    for (let number = 0; number < linkCount; number += 1) {
      variables[linkVariable(number)] = `${tracking}/c/${tokens.make('click', { ids: email, number })}`
    }
    return variables
  }
}

/** The same address at another host: protocol, port and path stay. */
function atHost(publicUrl: string, hostname: string): string {
  const { protocol, host, port } = new URL(publicUrl)
  const path = publicUrl.slice(`${protocol}//${host}`.length)
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${path}`
}

/** The pages that a text may lead to: those whose variable it names, perhaps in a comment. */
export const pagesNamed = (text: string): Page[] =>
  PAGES.filter((page) => new RegExp(`\\b${page}Url\\b`).test(text))
