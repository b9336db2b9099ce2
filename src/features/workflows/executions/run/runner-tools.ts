import type { Deps } from '../../../../platform/deps.ts'
import type { EmailAnnouncer } from '../../../delivery/index.ts'
import type { Filters } from '../../../filters/index.ts'
import type { Definitions } from '../definitions.service.ts'
import type { EmailContents } from '../effects/email-contents.service.ts'
import type { StepValues } from '../effects/step-values.service.ts'
import type { StepNames } from './step-names.service.ts'

export type RunnerParts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export type Tools = RunnerParts & {
  filters: Filters
  definitions: Definitions
  contents: EmailContents
  values: StepValues
  names: StepNames
  announcer: EmailAnnouncer
}
