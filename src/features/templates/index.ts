export { createTemplateFiller, createTemplateRenderer, previewVariables } from './render.service.ts'
export type { TemplateRenderer } from './render.service.ts'
export { recordCouponUses } from './coupon-uses.service.ts'
export {
  couponKeysIn,
  couponKeysOf,
  couponValues,
  hasOwnCoupons,
  namesCoupons,
  sampleCoupons,
} from './coupon-variables.ts'
export { fillValues, hasLiquidIn } from './fill-values.ts'
export { checkValuesInThread, fillValuesInThread } from './values.service.ts'
export { readFromName, shownFromName } from './prepare/from-name.ts'
export { freezeContact, shownContact } from './frozen-contact.ts'
export { findMissingValues } from './missing-values.ts'
export type { MissingValues } from './missing-values.ts'
export { neededValues } from './needed-values.ts'
export { listRequiredVariables } from './required.service.ts'
export {
  EMAIL_LANGUAGE,
  isWrapped,
  projectVariables,
  templateVariables,
  unwrapValues,
} from './template-variables.ts'
export type { ProjectFacts, SystemVariables, TemplateContact } from './template-variables.ts'
export {
  findTemplate,
  findTemplateId,
  findTemplateVersion,
  holdTemplates,
  listKnownTemplates,
  listTemplateNames,
  listTemplateEmails,
  listTemplateKeys,
  listTemplateSenders,
  listTemplateTopics,
  listTemplateVariables,
  listTranslations,
} from './templates.queries.ts'
export type { TemplateRow, TemplateVersionRow, TranslationRow } from './templates.queries.ts'
export { SAMPLE_CODE } from './templates.values.ts'
export { runTemplateTask, syntaxMessageOf } from './template-syntax.ts'
export { hasUnsubscribeLink, shownPieces } from './unsubscribe-link.ts'
export { isBadLink } from './prepare/bad-links.ts'
export { expandBody, inspectBody, prepareBody, warmUpTemplates } from './prepare/prepare-body.service.ts'
export type { TemplateInspection } from './prepare/inspect-template.ts'
export { unknownTemplate } from './unknown-template.service.ts'
export { createTemplate, removeTemplate } from './templates.service.ts'
export { currentBody, patchBody, resolveBody } from './blocks/resolve-body.ts'
export type { ResolvedBody } from './blocks/resolve-body.ts'
export { newerDocument } from './blocks/older-documents.values.ts'
export { findBrand, readBrandVersion } from './brand/brand.queries.ts'
export { recordPartialUses } from './partials/partial-uses.service.ts'
export { mayNamePartials } from './partials/partial-tags.ts'
export { readPartialsStamp } from './partials/partials.queries.ts'
