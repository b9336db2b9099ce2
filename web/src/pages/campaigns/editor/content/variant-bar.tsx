import { Split, X } from 'lucide-react'
import { usePageSearch } from '../../../../app/page-search.ts'
import { Button, IconButton } from '../../../../components/forms/button.tsx'
import { Switch } from '../../../../components/forms/checkbox.tsx'
import {
  editVariant,
  variantOf,
  withoutVariant,
  withVariant,
} from '../../../../patterns/campaign-settings/campaign-plan.ts'
import { VARIANTS } from '../../../../patterns/campaign-settings/variant-names.ts'
import { VariantButtons } from '../variant-buttons.tsx'
import type { Variant } from '../../../../patterns/campaign-settings/variant-names.ts'
import { settingsTexts as texts } from '../../../../patterns/campaign-settings/campaign-settings.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

type VariantBarProps = { draft: CampaignDraft; variant: Variant | undefined; isReadOnly: boolean }

export function VariantBar({ draft, variant, isReadOnly }: VariantBarProps) {
  const { fields, change } = draft
  const { change: changeSearch } = usePageSearch()
  const count = fields.variants?.length ?? 0
  if (isReadOnly && count === 0) return null
  const choose = (chosen: Variant | undefined) => changeSearch({ variant: chosen }, { replace: true })
  const add = () => {
    change(withVariant(fields))
    choose(VARIANTS[count])
  }
  return (
    <div
      role="group"
      aria-label={texts.variantGroup}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-5 py-2"
    >
      <VariantButtons count={count} chosen={variant} onChoose={choose} />
      {!isReadOnly && count < VARIANTS.length && (
        <Button size="small" look="quiet" icon={<Split />} onClick={add}>
          {texts.addVariant}
        </Button>
      )}
      {variant !== undefined && !isReadOnly && (
        <span className="ml-auto flex items-center gap-3">
          <OwnBody draft={draft} variant={variant} />
          <IconButton
            label={texts.removeVariant(variant)}
            onClick={() => {
              change(withoutVariant(fields, variant))
              choose(undefined)
            }}
          >
            <X />
          </IconButton>
        </span>
      )}
    </div>
  )
}

/** A variant without its own body needs its own subject. */
function OwnBody({ draft: { fields, change }, variant }: { draft: CampaignDraft; variant: Variant }) {
  const found = variantOf(fields, variant)
  if (!found) return null
  const toggle = (isOwn: boolean) => {
    const changes = isOwn
      ? { body: fields.blocks === null ? fields.body : null, blocks: fields.blocks }
      : { body: null, blocks: null, subject: found.subject ?? fields.subject }
    change(editVariant(fields, variant, changes))
  }
  return (
    <span className="flex items-center gap-2 text-xs font-medium" title={texts.ownBodyHint}>
      <span aria-hidden>{texts.ownBody}</span>
      <Switch label={texts.ownBody} isOn={found.body !== null || found.blocks !== null} onChange={toggle} />
    </span>
  )
}
