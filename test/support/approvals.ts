import { randomUUID } from 'node:crypto'
import { requestApproval } from '../../src/features/approvals/index.ts'
import type { TestApp } from './test-app.ts'

/** Requests the approval of a campaign that an agent wants to send, and that does not exist any more. */
export async function requestSend({ deps, project, clock }: TestApp, title: string): Promise<string> {
  const { id } = await requestApproval(deps.database.db, {
    projectId: project.projectId,
    tool: 'send_campaign',
    title,
    arguments: { id: randomUUID() },
    recipients: 200,
    key: { id: randomUUID() as never, name: 'Agent' },
    repeatKey: title,
    now: clock.now(),
  })
  return id
}
