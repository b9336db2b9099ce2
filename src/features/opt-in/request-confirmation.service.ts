// Lets a wish wait for the link in an email. The confirmation, the state of the contact and the email are one transaction, so a
// crash neither loses the email nor sends it twice.
import { toLedgerSource } from '../../platform/consent-source.ts'
import type { ConsentSource } from '../../platform/consent-source.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import { networkOf } from '../../platform/addresses/ip-network.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { ConfirmationId, ContactId, EmailId, ProjectId } from '../../platform/ids.ts'
import { createLinkTokens } from '../../platform/secrets/link-tokens.ts'
import { firstLanguage } from '../../platform/text/languages.ts'
import { lockContact, markPending, stateOf } from '../contacts/index.ts'
import type { ContactRow, StateBeforePending } from '../contacts/index.ts'
import { acceptOneCall, createEmailAnnouncer } from '../delivery/index.ts'
import { createProjectFinder } from '../projects/index.ts'
import { neededValues } from '../templates/index.ts'
import { countSending, maySend } from './confirmation-limits.queries.ts'
import type { NewConfirmation } from './confirmation-limits.queries.ts'
import { createConfirmationEmails } from './confirmation-email.service.ts'
import type { ConfirmationEmails, ProjectSettings, ReadyConfirmation } from './confirmation-email.service.ts'
import {
  addToConfirmation,
  endConfirmations,
  findOpenConfirmation,
  insertConfirmation,
  noteConfirmationEmail,
} from './confirmations.queries.ts'
import type { ConfirmationOutcome, ConfirmationRow } from './confirmations.queries.ts'
import { mailboxOf } from './mailbox.ts'
import { findSignUpFacts } from './sign-up-facts.queries.ts'
import { isWithdrawn, openWish } from './wish.ts'
import type { Wish } from './wish.ts'

const DAY_MS = 86_400_000

// Sign-ups of a project send one after the other, to count what was sent: more connections would only wait.
const AT_ONCE = 2

export type ConfirmationRequest = {
  projectId: ProjectId
  email: string
  wish: Wish
  source: ConsentSource
  /** Whether a contact that is not subscribed becomes PENDING. Otherwise it stays as it is until it confirms. */
  confirm: boolean
  /** A secret key asks, which may send any email: only the limits per address apply. */
  isTrusted: boolean
  now: Date
}

/** The contact whose wish it is, in the transaction that changes it. */
export type AskedContact = { contactId: ContactId; isNew: boolean; dataKeys: readonly string[] }

/** A request with everything that was made before its transaction. */
export type PreparedRequest = ConfirmationRequest & {
  project: ProjectSettings
  ready: ReadyConfirmation | undefined
  publicUrl: string
  sending: NewConfirmation
}

export type Confirmations = {
  /** Makes the email, before any transaction. Undefined for a suppressed address, which gets none. */
  prepare(
    db: Db | Trx,
    request: ConfirmationRequest,
    language: string | undefined,
  ): Promise<PreparedRequest | undefined>
  /** Asks the contact to confirm what is left of the wish. @returns whether something waits */
  ask(trx: Trx, request: PreparedRequest, contact: AskedContact): Promise<boolean>
  /** Prepares and asks in one call, for a contact that exists. `confirm` adds to the setting of the project. */
  request(
    db: Db | Trx,
    input: ConfirmationRequest & { contactId: ContactId },
    language: string | undefined,
  ): Promise<void>
  /** Runs in a transaction, or in the current one. A project must not occupy all connections by sign-ups that wait for each other. */
  inTurn<Result>(db: Db | Trx, projectId: ProjectId, work: (trx: Trx) => Promise<Result>): Promise<Result>
  /** After the commit: workers look for the email. */
  announce(projectId: ProjectId): void
}

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log' | 'secrets' | 'publicUrl'>

export function createConfirmations(deps: Parts): Confirmations {
  const { database, log, secrets } = deps
  const emails = createConfirmationEmails(deps)
  const findProject = createProjectFinder(database)
  const announcer = createEmailAnnouncer(database.db, log)
  const sendLink = createLinkSender(secrets, emails)

  const sendingOf = ({ projectId, email, source, isTrusted, now }: ConfirmationRequest): NewConfirmation => ({
    projectId,
    mailbox: secrets.of(projectId).sign('confirmation mailbox', [mailboxOf(email)], 16),
    network: isTrusted
      ? null
      : secrets.of(projectId).sign('confirmation network', [networkOf(source.network ?? '')], 16),
    now,
  })

  const prepare: Confirmations['prepare'] = async (db, request, language) => {
    const { projectId, email } = request
    const { isSuppressed, locale } = await findSignUpFacts(db, { projectId, email })
    if (isSuppressed) return undefined
    const project = await findProject(projectId)
    const ready = await emails.make(project, firstLanguage([locale, language, project.locale]) ?? 'en')
    const sending = sendingOf(request)
    return { ...request, project, ready, publicUrl: await deps.publicUrl.find(), sending }
  }

  const ask: Confirmations['ask'] = async (trx, request, asked) => {
    const { projectId, now } = request
    const { contactId } = asked
    const contact = await lockContact(trx, { projectId, contactId })
    const wish = contact && openWish(contact, request.wish)
    if (!contact || !wish) return false
    const row = await saveConfirmation(trx, { ...request, wish }, { ...asked, contact })
    const source = toLedgerSource(secrets, request)
    if (wish.subscribe && request.confirm) await markPending(trx, { projectId, contactId, source, now })
    await sendLink(trx, { ...request, wish }, row)
    return true
  }

  const turns = createTurns(AT_ONCE)
  const inTurn: Confirmations['inTurn'] = (db, projectId, work) =>
    db.isTransaction ? inTransaction(db, work) : turns(projectId, () => inTransaction(db, work))

  return {
    prepare,
    ask,
    inTurn,
    announce: (projectId) => announcer.announce(projectId),
    async request(db, { contactId, ...request }, language) {
      if (await isRepeated(db, { ...request, contactId, sending: sendingOf(request) })) return
      const prepared = await prepare(db, request, language)
      if (!prepared) return
      const confirm = request.confirm || (!request.isTrusted && prepared.project.double_opt_in)
      const isWaiting = await inTurn(db, request.projectId, (trx) =>
        ask(trx, { ...prepared, confirm }, { contactId, isNew: false, dataKeys: [] }),
      )
      if (isWaiting) announcer.announce(request.projectId)
    },
  }
}

type LinkSender = (trx: Trx, request: PreparedRequest, row: ConfirmationRow) => Promise<void>

/** Sends the link, unless that would be one too many. */
function createLinkSender(secrets: Deps['secrets'], emails: ConfirmationEmails): LinkSender {
  const tokens = createLinkTokens(secrets)
  return async (trx, request, row) => {
    const { projectId, email, wish, project, ready, now } = request
    const emailId = newId<EmailId>(now)
    if (!ready || !(await countSending(trx, { id: emailId, ...request.sending }))) return
    const token = tokens.make('confirm', { ids: [projectId, row.id] })
    const values = {
      confirmUrl: `${request.publicUrl}/confirm/${token}`,
      topics: wish.topics.map(({ name }) => name),
    }
    const call = {
      variables: neededValues(values, ready.variables),
      emails: [newEmail(request, { emailId, ready, email })],
    }
    if ((await acceptOneCall(trx, call)) === null) {
      await emails.storeAgain(trx, ready)
      await acceptOneCall(trx, call)
    }
    const expiresAt = endOf(project, now)
    await noteConfirmationEmail(trx, { projectId, confirmationId: row.id, emailId, expiresAt })
  }
}

const endOf = (project: ProjectSettings, now: Date): Date =>
  new Date(now.getTime() + project.confirmation_days * DAY_MS)

/** Whether the wish waits already and no email may leave: then nothing would change, and nothing has to be locked. */
async function isRepeated(
  db: Db | Trx,
  {
    projectId,
    contactId,
    wish,
    sending,
    now,
  }: ConfirmationRequest & { contactId: ContactId; sending: NewConfirmation },
): Promise<boolean> {
  const open = await findOpenConfirmation(db, { projectId, contactId })
  if (!open || open.expires_at <= now) return false
  const known = new Set(open.topic_ids)
  const isKnown = (open.subscribe || !wish.subscribe) && wish.topics.every(({ id }) => known.has(id))
  return isKnown && !(await maySend(db, sending))
}

type SavedContact = AskedContact & { contact: ContactRow }

/** Adds to the open confirmation, so that all links of a contact confirm the same. */
async function saveConfirmation(
  trx: Trx,
  { projectId, wish, confirm, project, now, ...request }: PreparedRequest,
  { contact, contactId, isNew, dataKeys }: SavedContact,
): Promise<ConfirmationRow> {
  const { kind, id, text } = request.source
  const topicIds = wish.topics.map((topic) => topic.id)
  const source = JSON.stringify({ kind, id, ...(text !== undefined && { text }) })
  const open = await findOpenConfirmation(trx, { projectId, contactId })
  const stateBefore = stateToReturnTo(contact, open, wish.subscribe && confirm)
  const outcome = open && endOfConfirmation(open, contact, now)
  if (open && !outcome) {
    const added = { subscribe: wish.subscribe, topicIds, dataKeys, source, stateBefore }
    await addToConfirmation(trx, { projectId, confirmationId: open.id, ...added })
    return open
  }
  if (open && outcome) await endConfirmations(trx, { projectId, ids: [open.id], outcome, now })
  return insertConfirmation(trx, {
    project_id: projectId,
    id: newId<ConfirmationId>(now),
    contact_id: contactId,
    email: contact.email,
    subscribe: wish.subscribe,
    topic_ids: topicIds,
    state_before: stateBefore,
    created_contact: open?.created_contact ?? isNew,
    data_keys: [...new Set([...(open?.data_keys ?? []), ...dataKeys])],
    source,
    created_at: now,
    expires_at: endOf(project, now),
  })
}

/** How a confirmation has ended, although nothing has noticed it yet; undefined if it is still open. */
function endOfConfirmation(
  open: ConfirmationRow,
  contact: ContactRow,
  now: Date,
): ConfirmationOutcome | undefined {
  if (isWithdrawn(open, contact)) return 'withdrawn'
  return open.expires_at <= now ? 'expired' : undefined
}

/** A contact that is PENDING already returns to what it was before, unless an import made it PENDING. Null: its state stays. */
function stateToReturnTo(
  contact: ContactRow,
  open: ConfirmationRow | undefined,
  becomesPending: boolean,
): StateBeforePending | null {
  const state = stateOf(contact) as StateBeforePending
  const before = state === 'PENDING' ? (open?.state_before as StateBeforePending | null | undefined) : null
  return before ?? (becomesPending ? state : null)
}

type NewConfirmationEmail = { emailId: EmailId; ready: ReadyConfirmation; email: string }

const newEmail = ({ projectId, now }: PreparedRequest, { emailId, ready, email }: NewConfirmationEmail) => ({
  projectId,
  id: emailId,
  contentId: ready.content.id,
  address: email,
  contactAddress: email,
  isCopy: false,
  contactName: null,
  lane: 'transactional' as const,
  source: 'TRANSACTIONAL' as const,
  templateId: ready.templateId,
  messageId: null,
  recipients: null,
  tags: [],
  scheduledFor: null,
  now,
})
