import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import type { Filters } from '../filters/index.ts'
import { runOperation } from '../operations/index.ts'
import { forgetTopicJob } from '../topics/index.ts'
import { runBulk } from './bulk/bulk.service.ts'
import type { ContactEmails } from './contact-emails.ts'
import type { ContactSegments } from './contact-segments.ts'
import { eraseOldLedgers } from './consent/consent.service.ts'
import { bulkContactsJob, eraseLedgersJob, forgetUnusedKeysJob, importContactsJob } from './contacts.jobs.ts'
import { forgetUnusedKeys } from './data/data-keys.queries.ts'
import { runImport } from './import/import-run.service.ts'
import { forgetTopic } from './topics/forget-topic.service.ts'

type ContactDependencies = { filters: Filters; emails: ContactEmails; segments: ContactSegments }

export function contactHandlers(deps: Deps, dependencies: ContactDependencies): BoundHandler[] {
  const operations = [importContactsJob, bulkContactsJob].map((job) => {
    const run = job === importContactsJob ? runImport : runBulk
    return handle(job, (ref, context) => {
      const work = () => run(deps, { ...ref, ...dependencies, signal: context.signal })
      return runOperation(deps, { ...ref, context, work })
    })
  })
  const upkeep = handle(forgetUnusedKeysJob, () => forgetUnusedKeys(deps.database.db, deps.clock.now()))
  const topics = handle(forgetTopicJob, (topic, { signal }) => forgetTopic(deps, { ...topic, signal }))
  const ledgers = handle(eraseLedgersJob, (_payload, { signal }) => eraseOldLedgers(deps, signal))
  return [...operations, upkeep, topics, ledgers]
}
