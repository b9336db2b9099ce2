// Signs somebody up who has filled in a form. Limits, the contact, its confirmation and the statistics do not depend on whether the
// address is known: the caller answers everybody alike.
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { createSignUp } from '../../opt-in/index.ts'
import type { SignUpInput } from '../../opt-in/index.ts'
import type { PublicForm } from '../page/public-form.queries.ts'
import { countForForm } from '../statistics/form-statistics.queries.ts'
import { localDay } from '../../../platform/time/local-day.ts'
import { tidyStatistics } from '../statistics/form-statistics.service.ts'
import type { Proof } from './proof-of-work.ts'
import { countPosts, deleteOldSubmissionRows, useProof } from './submission.queries.ts'

export type Submission = {
  form: PublicForm
  email: string
  data: Record<string, unknown>
  proof: Proof | undefined
  language: Language
  /** The address of the person on the network. */
  ip: string
}

/** `busy`: too many from this network or for this address. `used`: the proof was used before. */
export type SubmissionOutcome = 'accepted' | 'busy' | 'used'

// Below the limit of confirmations per network (opt-in), so that nobody waits for an email that does not come.
const MOST_PER_NETWORK = 40

// Without a proof of work signing up costs nothing, and few browsers run no scripts.
const MOST_UNPROVEN = 20

// People correct their entries, and forget that they have signed up.
const MOST_PER_ADDRESS = 10

class UsedProof extends Error {}

export function createSubmit(deps: Deps): (submission: Submission) => Promise<SubmissionOutcome> {
  const { clock, database, secrets } = deps
  const signUp = createSignUp(deps)

  return async (submission) => {
    const now = clock.now()
    if (await isOverLimit(database.db, { secrets, submission, now })) return 'busy'
    const input = toSignUp(submission, now)
    try {
      await signUp(database.db, input).catch((error: unknown) => {
        if (!isDataProblem(error)) throw error
        return signUp(database.db, { ...input, data: {} })
      })
      return 'accepted'
    } catch (error) {
      if (error instanceof UsedProof) return 'used'
      throw error
    }
  }
}

/** The contact, or the project, has no room for more data. The address matters more, and a refusal would tell that it is known. */
const isDataProblem = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR'

function toSignUp({ form, email, data, proof, language, ip }: Submission, now: Date): SignUpInput {
  const { projectId, id: formId } = form
  return {
    projectId,
    email,
    data,
    topics: form.topics,
    subscribed: true,
    source: { kind: 'form', id: formId, text: form.consentText ?? undefined, network: ip },
    language,
    confirm: form.confirm,
    now,
    async within(trx, { isNew }) {
      if (proof && !(await useProof(trx, { projectId, proof }))) throw new UsedProof()
      const counts = isNew ? (['submissions', 'contacts'] as const) : (['submissions'] as const)
      await countForForm(trx, { projectId, formId, day: localDay(now, form.timezone), counts })
    },
  }
}

type LimitInput = { secrets: Secrets; submission: Submission; now: Date }

async function isOverLimit(
  db: Db,
  { secrets, submission: { form, email, proof, ip }, now }: LimitInput,
): Promise<boolean> {
  const keyOf = (...parts: string[]) => secrets.sign('form limits', parts, 16)
  const limits = [
    { key: keyOf('network', networkOf(ip)), most: proof ? MOST_PER_NETWORK : MOST_UNPROVEN },
    { key: keyOf('address', form.projectId, email), most: MOST_PER_ADDRESS },
  ]
  const keys = limits.map(({ key, most }) => ({ key, most: most + 1 }))
  const counted = await countPosts(db, { keys, now })
  return limits.some(({ key, most }) => counted.some((one) => one.key.equals(key) && one.posts > most))
}

/** For a job. */
export async function tidyForms({
  database: { db },
  clock,
}: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldSubmissionRows(db, { now })
  await tidyStatistics(db, now)
}
