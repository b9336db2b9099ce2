import type { Deps } from '../../../platform/deps.ts'
import type { SendingEffects } from '../../approvals/index.ts'
import type { SearchDocs, Tool } from '../tool.ts'
import { createApprovalTool } from './approval-tool.service.ts'
import { createDocsTool } from './docs-tool.service.ts'
import { readTools } from './read-tools.ts'
import { createSendingTools } from './sending-tools.service.ts'
import { writeTools } from './write-tools.ts'

type Parts = { effects: SendingEffects; searchDocs: SearchDocs }

export const createTools = (deps: Deps, { effects, searchDocs }: Parts): readonly Tool[] => [
  ...readTools,
  createDocsTool(searchDocs),
  createApprovalTool(deps),
  ...writeTools,
  ...createSendingTools(deps, { effects }),
]
