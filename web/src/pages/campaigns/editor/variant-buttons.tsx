import { Button } from '../../../components/forms/button.tsx'
import { VARIANTS } from '../../../patterns/campaign-settings/variant-names.ts'
import type { Variant } from '../../../patterns/campaign-settings/variant-names.ts'
import { settingsTexts } from '../../../patterns/campaign-settings/campaign-settings.texts.ts'

type VariantButtonsProps = {
  /** The number of variants beside the campaign itself. */
  count: number
  /** Undefined for the campaign itself. */
  chosen: Variant | undefined
  onChoose: (variant: Variant | undefined) => void
}

/** Nothing without variants. */
export function VariantButtons({ count, chosen, onChoose }: VariantButtonsProps) {
  if (count === 0) return null
  return [undefined, ...VARIANTS.slice(0, count)].map((one) => (
    <Button
      key={one ?? 'A'}
      size="small"
      look={one === chosen ? 'primary' : 'plain'}
      aria-pressed={one === chosen}
      onClick={() => onChoose(one)}
    >
      {settingsTexts.variant(one ?? 'A')}
    </Button>
  ))
}
