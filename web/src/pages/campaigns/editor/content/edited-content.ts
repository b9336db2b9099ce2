// The subject and the content that are edited: those of the campaign, which is A, or of a variant. The editor has blocks as JSON, and an
// empty text for an email that is written as code.
import { editVariant, variantOf } from '../../../../patterns/campaign-settings/campaign-plan.ts'
import { VARIANTS } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { VariantFields } from '../../../../patterns/campaign-settings/campaign-plan.ts'
import type { Variant } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

type ContentChanges = { subject?: string; body?: string; blocks?: string }

export type EditedContent = ReturnType<typeof editedContent>

export function editedContent({ fields, errors, change }: CampaignDraft, variant: Variant | undefined) {
  const found = variantOf(fields, variant)
  if (!found || variant === undefined) {
    return {
      variant: undefined,
      subject: fields.subject,
      body: fields.body,
      blocks: textOf(fields.blocks),
      isBodyOfA: false,
      subjectError: errors['subject'],
      blocksError: blocksError(errors, 'blocks'),
      change: (changes: ContentChanges) => change(fieldsOf(changes)),
    }
  }
  const place = `variants.${VARIANTS.indexOf(variant)}`
  const isBodyOfA = found.body === null && found.blocks === null
  return {
    variant,
    subject: found.subject ?? fields.subject,
    body: found.body ?? fields.body,
    blocks: textOf(isBodyOfA ? fields.blocks : found.blocks),
    isBodyOfA,
    subjectError: errors[`${place}.subject`],
    blocksError: blocksError(errors, `${place}.blocks`),
    change: (changes: ContentChanges) => {
      // The server makes the body of blocks, and refuses the one that the variant had from A.
      const edited = changes.blocks ? { ...fieldsOf(changes), body: null } : fieldsOf(changes)
      change(editVariant(fields, variant, edited))
    },
  }
}

type StoredBlocks = VariantFields['blocks']

const textOf = (blocks: StoredBlocks): string => (blocks === null ? '' : JSON.stringify(blocks))

const fieldsOf = ({ blocks, ...changes }: ContentChanges) => ({
  ...changes,
  ...(blocks !== undefined && { blocks: blocks === '' ? null : (JSON.parse(blocks) as StoredBlocks) }),
})

/** The first error within the blocks. */
const blocksError = (errors: CampaignDraft['errors'], path: string): string | undefined =>
  Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
