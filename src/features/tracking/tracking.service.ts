import type { Deps } from '../../platform/deps.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import type { LinkToken } from '../../platform/secrets/link-tokens.ts'
import { storableText } from '../../platform/text/storable-text.ts'
import { findTrackedEmail } from '../delivery/index.ts'
import type { EmailRef, TrackedEmail } from '../delivery/index.ts'
import { shownContact, templateVariables } from '../templates/index.ts'
import { recordClick, recordOpen } from './hits.service.ts'
import type { NewHit } from './record-hit.queries.ts'
import { targetOf } from './link-target.ts'
import type { Hit } from './verdict.ts'

/** Who asks, as far as a request tells. */
export type Visit = {
  ip: string
  userAgent: string
  isHead: boolean
  isPrefetch: boolean
  /** False for who asks too much: gets an answer like all others, and leaves no trace. */
  mayBeNoted: () => Promise<boolean>
}

export type HitRecorder = {
  opened(token: string, visit: Visit): Promise<void>
  /** The address to lead to. Undefined where the token is none of ours, or what it is about is gone. */
  clicked(token: string, visit: Visit): Promise<string | undefined>
}

// Real ones have some 200 characters; the longest seen in the wild, of cars and their navigation, some 400.
const MOST_USER_AGENT = 500

const PLACE_BYTES = 16

type Parts = Pick<Deps, 'database' | 'secrets' | 'clock' | 'log'>

/** What stands behind the pixel and behind tracked links. Noting a hit may fail; the reader gets on all the same. */
export function createHitRecorder({ database: { db }, secrets, clock, log }: Parts): HitRecorder {
  const tokens = createLinkTokens(secrets)

  const toHit = (projectId: ProjectId, visit: Visit): Omit<Hit, 'kind' | 'link'> => ({
    isHead: visit.isHead,
    isPrefetch: visit.isPrefetch,
    userAgent: storableText(visit.userAgent.slice(0, MOST_USER_AGENT)),
    place: secrets.sign('address of a reader', [projectId, visit.ip], PLACE_BYTES).toString('hex'),
    at: clock.now(),
  })

  const note = async (given: NewHit) => {
    try {
      await (given.hit.kind === 'open' ? recordOpen(db, given) : recordClick(db, given))
    } catch (error) {
      const { projectId, emailId } = given
      log.error({ err: error, projectId, emailId }, 'an open or click could not be recorded')
    }
  }

  return {
    async opened(token, visit) {
      const ref = refOf(tokens.read('open', token))
      if (!ref || !(await visit.mayBeNoted())) return
      const email = await findTrackedEmail(db, ref)
      // Of email whose contact was deleted no new traces are kept.
      if (!email || email.isErased) return
      const hit = { ...toHit(ref.projectId, visit), kind: 'open' as const, link: null }
      await note({ ...ref, email, hit })
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
      if (!email.isErased && (await visit.mayBeNoted())) await note({ ...ref, email, hit, url })
      return url
    },
  }
}

function refOf(read: LinkToken | undefined): EmailRef | undefined {
  const [projectId, emailId, ...others] = read?.ids ?? []
  if (projectId === undefined || emailId === undefined || others.length > 0) return undefined
  return { projectId: projectId as ProjectId, emailId: emailId as EmailId }
}

/** Links to our own pages are not tracked, so none of these is ever asked for. */
const NO_PAGES = { unsubscribeUrl: '', subscribeUrl: '', manageUrl: '', browserUrl: '' }

/**
 * Those of a workflow's email are the values of its step. Of any other they are as they are now: what has changed on the
 * contact since the email was sent leads to where it leads today.
 */
const variablesOf = ({ contact, variables }: TrackedEmail): Record<string, unknown> =>
  templateVariables({ ...shownContact({ contact: contact ?? undefined, variables }), system: NO_PAGES })
