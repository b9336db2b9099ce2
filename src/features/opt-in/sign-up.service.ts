// Signs somebody up who has not proven that the address is theirs: by a form, a public key, or a server that asks for a
// confirmation. Decides what happens at once and what waits for the link in an email.
import { toLedgerSource } from '../../platform/consent-source.ts'
import type { ConsentSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import {
  DATA_KEY_LIMIT,
  findContact,
  mapConstraintErrors,
  toDataChange,
  upsertContacts,
} from '../contacts/index.ts'
import type { ContactRow, ContactWrite, SignUpContact } from '../contacts/index.ts'
import { createProjectFinder } from '../projects/index.ts'
import { listKnownTopics } from '../topics/index.ts'
import type { KnownTopic } from '../topics/index.ts'
import { createConfirmations } from './request-confirmation.service.ts'
import type { PreparedRequest } from './request-confirmation.service.ts'

export type SignUpInput = {
  projectId: ProjectId
  /** In lower case. */
  email: string
  data: Record<string, unknown>
  /** Keys of the topics to join. Topics that were deleted meanwhile are left out. */
  topics: readonly string[]
  /** Choices that take effect at once: topics to leave (false), and choices to forget (null). */
  otherTopics?: Record<string, false | null>
  /** The person wishes to get marketing email. Absent: new contacts get it, others only if they join a topic. */
  subscribed?: true | undefined
  /** `network` is needed for the limits of everybody but secret keys. */
  source: ConsentSource
  /** The language of the person's browser, as a tag such as `de-AT`. */
  language?: string | undefined
  /** Whether new contacts and those who were never asked have to confirm, too. */
  confirm: boolean
  /** A secret key asks: it may change the contact as it likes, and only the limits per address apply. Default: false. */
  isTrusted?: boolean
  /** Changes of the caller that belong to the same transaction; if it fails, nobody is signed up. */
  within?: (trx: Trx, result: SignUpResult) => Promise<void>
  now: Date
}

export type SignUpResult = {
  row: ContactRow
  contactId: ContactId
  isNew: boolean
  /** Whether something waits for a confirmation. Not for the answer to strangers, who would learn that an address is known. */
  isWaiting: boolean
}

/** Runs in the transaction of the caller, if there is one. */
export type SignUp = (db: Db | Trx, input: SignUpInput) => Promise<SignUpResult>

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log' | 'secrets' | 'publicUrl'>

export function createSignUp(deps: Parts): SignUp {
  const confirmations = createConfirmations(deps)
  const findProject = createProjectFinder(deps.database)
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  return async (db, input) => {
    const { projectId, email, source, isTrusted = false, now } = input
    const data = toDataChange(input.data)
    const ledgerSource = toLedgerSource(deps.secrets, { projectId, source })
    await dataKeys.claim(db, { projectId, names: Object.keys(data.set), isPublic: !isTrusted, now })
    const topics = await findTopics(db, input)
    const wish = { subscribe: input.subscribed === true, topics }
    const request = await confirmations.prepare(
      db,
      { projectId, email, wish, source, confirm: input.confirm, isTrusted, now },
      input.language,
    )
    const project = await findProject(projectId)
    const onlyAdds = !isTrusted && project.public_tracking === 'append'
    const write = writeOf(input, { topics, onlyAdds, isSuppressed: request === undefined })
    const result = await mapConstraintErrors(() =>
      confirmations.inTurn(db, projectId, async (trx) => {
        const saved = await save(trx, { ...write, data, source: ledgerSource, now }, request)
        await input.within?.(trx, saved)
        return saved
      }),
    )
    if (result.isWaiting) confirmations.announce(projectId)
    return result
  }

  async function save(
    trx: Trx,
    write: ContactWrite,
    request: PreparedRequest | undefined,
  ): Promise<SignUpResult> {
    const [saved] = await upsertContacts(trx, [write])
    if (!saved) throw new Error('an upsert returned no row')
    const { row, isNew } = saved
    const asked = { contactId: row.id, isNew, dataKeys: Object.keys(write.data.set) }
    const isWaiting = request !== undefined && (await confirmations.ask(trx, request, asked))
    const now = isWaiting ? await findContact(trx, { projectId: write.projectId, contactId: row.id }) : row
    return { row: now ?? row, contactId: row.id, isNew, isWaiting }
  }
}

async function findTopics(
  db: Db | Trx,
  { projectId, topics }: Pick<SignUpInput, 'projectId' | 'topics'>,
): Promise<KnownTopic[]> {
  if (topics.length === 0) return []
  const wanted = new Set(topics)
  return (await listKnownTopics(db, { projectId })).filter(({ key }) => wanted.has(key))
}

type Situation = { topics: readonly KnownTopic[]; onlyAdds: boolean; isSuppressed: boolean }

/** The changes that need no confirmation. A suppressed address gets no email, so nothing of its wish comes true. */
function writeOf(
  { projectId, email, subscribed, otherTopics, confirm }: SignUpInput,
  { topics, onlyAdds, isSuppressed }: Situation,
): Omit<ContactWrite, 'data' | 'source' | 'now'> {
  const mustConfirm = confirm || isSuppressed
  return {
    projectId,
    email,
    // As by a public key (`publicTracking: append`): existing contacts stay as they are until they confirm.
    subscribed: onlyAdds ? undefined : subscribed,
    subscribedIfNew: !mustConfirm,
    by: mustConfirm ? 'unconfirmed' : 'public',
    topics: { ...otherTopics, ...Object.fromEntries(topics.map(({ key }) => [key, true])) },
    onlyAdds,
  }
}

/** For POST /contacts with `confirm`. */
export function createContactSignUp(deps: Parts): SignUpContact {
  const signUp = createSignUp(deps)
  return (db, { topics, ...contact }) => {
    const choices = Object.entries(topics)
    return signUp(db, {
      ...contact,
      topics: choices.flatMap(([key, choice]) => (choice ? [key] : [])),
      otherTopics: Object.fromEntries(
        choices.flatMap(([key, choice]) => (choice ? [] : [[key, choice as false | null]])),
      ),
      subscribed: true,
      confirm: true,
      isTrusted: true,
    })
  }
}
