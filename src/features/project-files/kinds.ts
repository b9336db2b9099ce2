import type { FileKind } from './file-kind.ts'
import { brandKind } from './kinds/brand-files.service.ts'
import { formKind } from './kinds/form-files.service.ts'
import { partialKind } from './kinds/partial-files.service.ts'
import { segmentKind } from './kinds/segment-files.service.ts'
import { settingsKind } from './kinds/settings-files.service.ts'
import { templateKind } from './kinds/template-files.service.ts'
import { topicKind } from './kinds/topic-files.service.ts'
import { workflowKind } from './kinds/workflows/workflow-files.service.ts'
import type { KindName } from './project-files.schema.ts'

export const FILE_KINDS: Record<KindName, FileKind> = {
  topic: topicKind,
  brand: brandKind,
  partial: partialKind,
  template: templateKind,
  settings: settingsKind,
  segment: segmentKind,
  workflow: workflowKind,
  form: formKind,
}
