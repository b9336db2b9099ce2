export { createTemplateFiller, createTemplateRenderer, previewVariables } from './render.service.ts'
export type { TemplateRenderer } from './render.service.ts'
export { couponKeysOf, couponValues, hasOwnCoupons, namesCoupons, sampleCoupons } from './coupon-variables.ts'
export { fillValues, hasLiquidIn } from './fill-values.ts'
export { checkValuesInThread, fillValuesInThread } from './values.service.ts'
export { readFromName, shownFromName } from './from-name.ts'
export { freezeContact, shownContact } from './frozen-contact.ts'
export { findMissingValues } from './missing-values.ts'
export type { MissingValues } from './missing-values.ts'
export { neededValues } from './needed-values.ts'
export { listRequiredVariables } from './required.service.ts'
export { isWrapped, projectVariables, templateVariables, unwrapValues } from './template-variables.ts'
export type { ProjectFacts, SystemVariables, TemplateContact } from './template-variables.ts'
export {
  findTemplate,
  findTemplateId,
  findTemplateVersion,
  holdTemplates,
  listKnownTemplates,
  listTemplateNames,
  listTemplateEmails,
  listTemplateSenders,
  listTemplateTopics,
} from './templates.queries.ts'
export type { TemplateRow, TemplateVersionRow } from './templates.queries.ts'
export { SAMPLE_CODE } from './templates.values.ts'
export { runTemplateTask, syntaxMessageOf } from './template-syntax.ts'
export { hasUnsubscribeLink, shownPieces } from './unsubscribe-link.ts'
export {
  createTemplate,
  inspectBody,
  prepareBody,
  removeTemplate,
  warmUpTemplates,
} from './templates.service.ts'
