export { bootstrap } from './bootstrap.service.ts'
export type { Bootstrap } from './bootstrap.service.ts'
export { listAllKeys, revokeKey, toKey } from './keys.queries.ts'
export { KeyCreate, KeyRotate } from './keys.schema.ts'
export { refuseMoving } from './moving-project.ts'
export { createKey, createKeyFinder, rotateKey } from './keys.service.ts'
export { newKeyText } from './api-key.ts'
export {
  findProject,
  isConfirmationTemplate,
  listProjects,
  toProject,
  trackingOf,
} from './projects.queries.ts'
export type { ProjectRow } from './projects.queries.ts'
export { limitsChangedJob } from './projects.jobs.ts'
export {
  changeProject,
  createProject,
  createProjectFinder,
  moveFromUtc,
  setProjectDisabled,
} from './projects.service.ts'
export type { CheckDoubleOptIn, CreatedProject } from './projects.service.ts'
export { limitsOf } from './sending-limits.ts'
export type { QuietHoursSetting, SendingLimits } from './sending-limits.ts'
export { createSetupToken, findSetupToken, useSetupToken } from './setup-tokens.service.ts'
