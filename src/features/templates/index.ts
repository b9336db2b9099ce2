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
  listTemplates,
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
export { changeTemplate, createTemplate, removeTemplate } from './templates.service.ts'
export { fieldsOf } from './template-rows.ts'
export { currentBody, patchBody, resolveBody } from './blocks/resolve-body.ts'
export type { ResolvedBody } from './blocks/resolve-body.ts'
export { newerDocument } from './blocks/older-documents.values.ts'
export { findBrand, lockBrand, readBrandVersion } from './brand/brand.queries.ts'
export { changeBrand } from './brand/brand.service.ts'
export { recordPartialUses } from './partials/partial-uses.service.ts'
export { mayNamePartials, partialKeysIn } from './partials/partial-tags.ts'
export { listPartials, lockPartials, readPartialsStamp } from './partials/partials.queries.ts'
export { changePartial, createPartial, MOST_PARTIALS, removePartial } from './partials/partials.service.ts'
