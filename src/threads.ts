// The thread tasks of all features, listed by hand. Every thread starts with this file, so it imports nothing that loads
// slowly; a task loads a heavy library when it first runs.
import { readContentTask as readEmailContentTask } from './features/content-checks/content-checks.threads.ts'
import { finishTask } from './features/delivery/content/content.threads.ts'
import {
  listFilesTask,
  readContentTask,
  readFileTask,
  readReceivedTask,
} from './features/emails/content/emails.threads.ts'
import { fillFeedTask, readFeedTask } from './features/campaigns/recurring/feed/feed.threads.ts'
import { fitImageTask } from './features/images/images.threads.ts'
import { readProviderReportTask } from './features/feedback/door/provider-report.threads.ts'
import { readReportTask } from './features/feedback/feedback.threads.ts'
import { checkValues, fillValues } from './features/templates/fill-values.ts'
import { expandParts } from './features/templates/partials/expand-parts.ts'
import { inspectTemplate } from './features/templates/prepare/inspect-template.ts'
import { loadMjml } from './features/templates/prepare/mjml-compile.ts'
import { prepareTemplate } from './features/templates/prepare/prepare-template.ts'
import { createRenderer } from './features/templates/render-template.ts'
import { readRequiredVariables } from './features/templates/required.service.ts'
import {
  checkValuesTask,
  expandTask,
  fillValuesTask,
  inspectTask,
  loadMjmlTask,
  prepareTask,
  renderTask,
  requiredTask,
} from './features/templates/templates.threads.ts'
import { readEmailTask } from './features/send/submission/submission.threads.ts'
import { loadSimulatorTask, simulateTask } from './features/workflows/simulate/simulate.threads.ts'
import { readReportTask as readDomainReportTask } from './platform/email/domain-reports/report-task.ts'
import { implement, serveThreadTasks } from './platform/threads/serve.ts'

const emailSource = () => import('./features/emails/content/email-source.ts')

serveThreadTasks({
  ...implement(loadMjmlTask, async () => {
    await loadMjml()
    return null
  }),
  ...implement(prepareTask, prepareTemplate),
  ...implement(inspectTask, inspectTemplate),
  ...implement(expandTask, ({ body, partials }) => expandParts({ body, text: null }, partials).body),
  ...implement(requiredTask, readRequiredVariables),
  ...implement(renderTask, createRenderer().render),
  ...implement(fillValuesTask, ({ values, variables }) => fillValues(values, variables)),
  ...implement(checkValuesTask, checkValues),
  ...implement(finishTask, async (content) => {
    const { toWireContent } = await import('./features/delivery/content/finish-content.ts')
    return toWireContent(content)
  }),
  ...implement(readEmailContentTask, async (input) => {
    const { readContent } = await import('./features/content-checks/markup/read-content.ts')
    return readContent(input)
  }),
  ...implement(loadSimulatorTask, async () => {
    await import('./features/workflows/simulate/simulate.ts')
    return null
  }),
  ...implement(simulateTask, async (input) => {
    const { simulate } = await import('./features/workflows/simulate/simulate.ts')
    return simulate(input)
  }),
  ...implement(fitImageTask, async (bytes) => {
    const { fitImage } = await import('./features/images/fit-image.ts')
    return fitImage(bytes)
  }),
  ...implement(readFeedTask, async (source) => {
    const { readFeed } = await import('./features/campaigns/recurring/feed/read-feed.ts')
    return readFeed(source)
  }),
  ...implement(fillFeedTask, async (input) => {
    const { fillFeed } = await import('./features/campaigns/recurring/feed/fill-feed.ts')
    return fillFeed(input)
  }),
  ...implement(readReportTask, async (raw) => {
    const { readReport } = await import('./features/feedback/read-report.ts')
    return readReport(raw)
  }),
  ...implement(readDomainReportTask, async (input) => {
    const { readDomainReport } = await import('./platform/email/domain-reports/read-domain-report.ts')
    return readDomainReport(input)
  }),
  ...implement(readProviderReportTask, async (request) => {
    const { readProviderReport } = await import('./features/feedback/door/read-provider-report.ts')
    return readProviderReport(request)
  }),
  ...implement(readReceivedTask, async (raw) => {
    const { readReceived } = await import('./features/emails/inbox/wait/received-source.ts')
    return readReceived(raw)
  }),
  ...implement(readContentTask, async (raw) => (await emailSource()).readContent(raw)),
  ...implement(listFilesTask, async (raw) => (await emailSource()).listFiles(raw)),
  ...implement(readFileTask, async (request) => (await emailSource()).readFile(request)),
  ...implement(readEmailTask, async (raw) => {
    const { readSubmittedEmail } = await import('./features/send/submission/submitted-email.ts')
    return readSubmittedEmail(raw)
  }),
})
