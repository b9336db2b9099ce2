import type { Deps } from '../../../platform/deps.ts'
import type { SendingEffects } from '../../approvals/index.ts'
import type { Tool } from '../tool.ts'
import { createApprovalTool } from './approval-tool.service.ts'
import { readTools } from './read-tools.ts'
import { createSendingTools } from './sending-tools.service.ts'
import { writeTools } from './write-tools.ts'

export const createTools = (deps: Deps, { effects }: { effects: SendingEffects }): readonly Tool[] => [
  ...readTools,
  createApprovalTool(deps),
  ...writeTools,
  ...createSendingTools(deps, { effects }),
]
