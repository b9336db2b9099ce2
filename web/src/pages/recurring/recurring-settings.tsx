// How each run is sent and measured: the settings of a single campaign.
import { Split, X } from 'lucide-react'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { Card } from '../../components/page.tsx'
import { CampaignSettings } from '../../patterns/campaign-settings/campaign-settings.tsx'
import { settingsTexts } from '../../patterns/campaign-settings/campaign-settings.texts.ts'
import {
  editVariant,
  variantOf,
  withoutVariant,
  withVariant,
} from '../../patterns/campaign-settings/campaign-plan.ts'
import { VARIANTS } from '../../patterns/campaign-settings/variant-names.ts'
import type { Variant } from '../../patterns/campaign-settings/variant-names.ts'
import type { SettingsDraft } from '../../patterns/campaign-settings/settings-draft.ts'
import { BodyEditor } from '../../patterns/email-editor/body-editor.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { editorTexts as texts } from './recurring.texts.ts'
import type { RecurringDraft } from './use-recurring-draft.ts'

type SettingsProps = { draft: RecurringDraft; isReadOnly: boolean }

export function RecurringSettings({ draft, isReadOnly }: SettingsProps) {
  return (
    <Card title={texts.sending}>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-6">
        <CampaignSettings draft={settingsOf(draft)} isReadOnly={isReadOnly} />
      </fieldset>
    </Card>
  )
}

const NOTHING: SettingsDraft['fields'] = {
  subject: null,
  description: null,
  utm: null,
  archived: false,
  ratePerMinute: null,
  sendAtLocalTime: null,
  bestHour: null,
  canary: null,
  variants: null,
  test: null,
  goal: null,
  holdout: null,
  controlGroup: 'exclude',
}

/** The record and the settings write whole fields, although the API has defaults for their parts. */
const settingsOf = ({ fields, problems, change }: RecurringDraft): SettingsDraft => ({
  fields: { ...NOTHING, ...(fields as Partial<SettingsDraft['fields']>) },
  errors: problems,
  change: (changes) => change(changes as Parameters<RecurringDraft['change']>[0]),
})

export function RecurringVariants({ draft, isReadOnly }: SettingsProps) {
  const settings = settingsOf(draft)
  const { fields, change } = settings
  const chosen = VARIANTS.slice(0, fields.variants?.length ?? 0)
  return (
    <>
      {chosen.map((variant) => (
        <VariantCard key={variant} draft={settings} variant={variant} isReadOnly={isReadOnly} />
      ))}
      {!isReadOnly && chosen.length < VARIANTS.length && (
        <div>
          <Button size="small" look="quiet" icon={<Split />} onClick={() => change(withVariant(fields))}>
            {settingsTexts.addVariant}
          </Button>
        </div>
      )}
    </>
  )
}

type VariantProps = { draft: SettingsDraft; variant: Variant; isReadOnly: boolean }

function VariantCard({ draft: { fields, errors, change }, variant, isReadOnly }: VariantProps) {
  const found = variantOf(fields, variant)
  if (!found) return null
  const path = `variants.${VARIANTS.indexOf(variant)}`
  const { subject, body } = found
  const toggle = (isOwn: boolean) =>
    change(
      editVariant(
        fields,
        variant,
        isOwn ? { body: STARTERS.html } : { body: null, subject: subject ?? fields.subject ?? '' },
      ),
    )
  return (
    <section
      aria-label={settingsTexts.variant(variant)}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
    >
      <header className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{settingsTexts.variant(variant)}</h3>
        {!isReadOnly && (
          <IconButton
            label={settingsTexts.removeVariant(variant)}
            onClick={() => change(withoutVariant(fields, variant))}
          >
            <X />
          </IconButton>
        )}
      </header>
      <TextField
        label={texts.email.variantSubject(variant)}
        maxLength={998}
        value={subject ?? ''}
        error={errors[`${path}.subject`] ?? errors[path]}
        onText={(text) =>
          change(editVariant(fields, variant, { subject: body !== null && text === '' ? null : text }))
        }
      />
      <SwitchRow
        label={settingsTexts.ownBody}
        hint={settingsTexts.ownBodyHint}
        isOn={body !== null}
        isDisabled={isReadOnly}
        onChange={toggle}
      />
      {body !== null && (
        <div className="h-72 overflow-hidden rounded-lg border border-edge">
          <BodyEditor
            value={body}
            onChange={(changed) => change(editVariant(fields, variant, { body: changed }))}
            isReadOnly={isReadOnly}
          />
        </div>
      )}
      {errors[`${path}.body`] !== undefined && (
        <p role="alert" className="text-xs font-medium text-bad">
          {errors[`${path}.body`]}
        </p>
      )}
    </section>
  )
}
