import type { Deps } from '../../platform/deps.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import { DepartedProjectError } from '../../platform/secrets/departed-project.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { LinkToken } from '../../platform/secrets/link-tokens.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import type { EmailRef } from '../delivery/index.ts'
import { findTrackedEmail } from '../emails/index.ts'
import type { FindLinkTargets, TrackedEmail } from '../emails/index.ts'
import { shownContact, templateVariables } from '../templates/index.ts'
import { recordClick, recordOpen } from './hits.service.ts'
import type { NewHit } from './record-hit.queries.ts'
import type { Hit } from './verdict.ts'

/** The request of a client. */
export type Visit = {
  ip: string
  userAgent: string
  isHead: boolean
  isPrefetch: boolean
  /** False above the rate limit: the client gets its response, but the hit is not recorded. */
  mayRecord: () => Promise<boolean>
}

export type HitRecorder = {
  opened(token: string, visit: Visit): Promise<void>
  /** Returns the target; undefined if the token is invalid, or the email or link no longer exists. */
  clicked(token: string, visit: Visit): Promise<string | undefined>
}

// Real ones have about 200 characters; the longest known, of car browsers, about 400.
const MOST_USER_AGENT = 500

const PLACE_BYTES = 16

type RecorderDeps = Pick<Deps, 'database' | 'secrets' | 'clock' | 'log'>

/** Serves the pixel and tracked links. A failure to record a hit does not affect the reader. */
export function createHitRecorder({ database: { db }, secrets, clock, log }: RecorderDeps): HitRecorder {
  const tokens = createLinkTokens(secrets)

  const toHit = (projectId: ProjectId, visit: Visit): Omit<Hit, 'kind' | 'link'> => ({
    isHead: visit.isHead,
    isPrefetch: visit.isPrefetch,
    userAgent: storableText(visit.userAgent.slice(0, MOST_USER_AGENT)),
    place: secrets
      .of(projectId)
      .sign('address of a reader', [projectId, visit.ip], PLACE_BYTES)
      .toString('hex'),
    at: clock.now(),
  })

  const record = async (newHit: NewHit) => {
    try {
      await (newHit.hit.kind === 'open' ? recordOpen(db, newHit) : recordClick(db, newHit))
    } catch (error) {
      const { projectId, emailId } = newHit
      log.error({ err: error, projectId, emailId }, 'an open or click could not be recorded')
    }
  }

  return {
    async opened(token, visit) {
      const ref = refOf(tokens.read('open', token))
      if (!ref || !(await visit.mayRecord())) return
      const email = await findTrackedEmail(db, ref)
      // Hits of emails whose contact was deleted are not recorded.
      if (!email || email.isErased) return
      const hit = { ...toHit(ref.projectId, visit), kind: 'open' as const, link: null }
      await record({ ...ref, email, hit })
    },
    async clicked(token, visit) {
      const read = tokens.read('click', token)
      const ref = refOf(read)
      const email = ref && (await findTrackedEmail(db, ref))
      const link = email?.links[read?.number ?? -1]
      if (!ref || !read || !email || link === undefined) return undefined
      const url = targetOf(link, variablesOf(email))
      if (url === undefined) return undefined
      const hit = { ...toHit(ref.projectId, visit), kind: 'click' as const, link: read.number }
      if (!email.isErased && (await visit.mayRecord())) await record({ ...ref, email, hit, url })
      return url
    },
  }
}

/** A node that was renamed still knows its links, so any host will do: the token proves that the link is ours. */
const TRACKED_PATH = /^\/c\/([\w-]+)$/

/** A search without effects: no click is recorded. URLs that are not tracked links of the email have no entry in the result. */
export function createFindLinkTargets({ secrets }: Pick<Deps, 'secrets'>): FindLinkTargets {
  const tokens = createLinkTokens(secrets)
  const readHere = (token: string): LinkToken | undefined => {
    try {
      return tokens.read('click', token)
    } catch (error) {
      // An email may have links of another project, which has moved.
      if (error instanceof DepartedProjectError) return undefined
      throw error
    }
  }
  return async (db, { urls, ...ref }) => {
    const tracked = urls.flatMap((url) => {
      const [, token] = TRACKED_PATH.exec(parseUrl(url)?.pathname ?? '') ?? []
      const read = token === undefined ? undefined : readHere(token)
      const found = refOf(read)
      const isOwn = found?.projectId === ref.projectId && found.emailId === ref.emailId
      return isOwn && read ? [{ url, number: read.number }] : []
    })
    const email = tracked.length === 0 ? undefined : await findTrackedEmail(db, ref)
    if (!email) return new Map()
    const variables = variablesOf(email)
    return new Map(
      tracked.flatMap(({ url, number }): [string, string][] => {
        const target = targetOf(email.links[number] ?? '', variables)
        return target === undefined ? [] : [[url, target]]
      }),
    )
  }
}

function refOf(read: LinkToken | undefined): EmailRef | undefined {
  const [projectId, emailId, ...others] = read?.ids ?? []
  if (projectId === undefined || emailId === undefined || others.length > 0) return undefined
  return { projectId: projectId as ProjectId, emailId: emailId as EmailId }
}

/**
 * The target of a link for one recipient, percent-encoded as a browser would. Values cannot change the scheme and host that
 * the author wrote; otherwise the result is undefined, which finishContent prevents.
 */
function targetOf(link: string, variables: Record<string, unknown>): string | undefined {
  const authored = parseUrl(link.split('{{', 1)[0] ?? '')
  const target = link.includes('{{')
    ? parseUrl(compileTemplate({ subject: link, html: '', text: '' }).render(variables).subject)
    : authored
  const isSafe =
    authored !== undefined &&
    target !== undefined &&
    /^https?:$/.test(target.protocol) &&
    target.origin === authored.origin
  return isSafe ? target.href : undefined
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Links to our own pages are not tracked, so these are never used. */
const NO_PAGES = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

/** The variables of a workflow's email are those of its step; for all others the current values of the contact apply. */
const variablesOf = ({ contact, variables }: TrackedEmail): Record<string, unknown> =>
  templateVariables({ ...shownContact({ contact: contact ?? undefined, variables }), system: NO_PAGES })
