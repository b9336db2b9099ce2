import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { runOperation } from '../operations/index.ts'
import { closeFeed } from './feed/feed.service.ts'
import { runReplay } from './log/deliveries.service.ts'
import { tidyWebhooks } from './tidy.service.ts'
import { closeFeedJob, replayWebhooksJob, tidyWebhooksJob } from './webhooks.jobs.ts'

export function webhookHandlers(deps: Deps): BoundHandler[] {
  return [
    handle(replayWebhooksJob, (ref, context) => {
      const work = () => runReplay(deps, { ...ref, signal: context.signal })
      return runOperation(deps, { ...ref, context, work })
    }),
    handle(tidyWebhooksJob, async (_payload, { signal }) => {
      await tidyWebhooks(deps, signal)
      return signal.aborted ? snooze(0) : done
    }),
    handle(closeFeedJob, async ({ projectId }) => {
      const openForMs = await closeFeed(deps.database.db, { projectId, now: deps.clock.now() })
      return openForMs > 0 ? snooze(openForMs) : done
    }),
  ]
}
