import { TextField } from '../../../../components/forms/field.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import type { CampaignFields } from '../draft/campaign-fields.ts'
import { editor } from '../editor.texts.ts'
import { GoalSettings } from '../sending/goal-settings.tsx'
import { PlanSettings } from '../sending/plan-settings.tsx'
import { Fieldset, NumberField } from './settings-fields.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { settings: texts } = editor

type OptionalText = 'fromName' | 'replyTo' | 'description'

const UTM = ['source', 'medium', 'campaign'] as const

export function SettingsPane({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { fields, errors, change } = draft
  const optional = (name: OptionalText) => ({
    value: fields[name] ?? '',
    error: errors[name],
    onText: (text: string) => change({ [name]: text || null }),
  })
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <fieldset disabled={isReadOnly} className="flex max-w-xl min-w-0 flex-col gap-6 p-4">
        <Fieldset legend={texts.sender}>
          <TextField
            label={texts.from}
            type="email"
            value={fields.from}
            error={errors['from']}
            onText={(from) => change({ from })}
          />
          <TextField label={texts.fromName} maxLength={100} {...optional('fromName')} />
          <TextField label={texts.replyTo} type="email" hint={texts.replyToHint} {...optional('replyTo')} />
        </Fieldset>
        <PlanSettings draft={draft} />
        <GoalSettings draft={draft} />
        <Fieldset legend={texts.pace}>
          <NumberField
            label={texts.rate}
            hint={texts.rateHint}
            value={fields.ratePerMinute}
            error={errors['ratePerMinute']}
            onChange={(ratePerMinute) => change({ ratePerMinute })}
          />
        </Fieldset>
        <Fieldset legend={texts.utm} hint={texts.utmHint}>
          {UTM.map((name) => (
            <TextField
              key={name}
              label={texts[name]}
              maxLength={100}
              value={fields.utm?.[name] ?? ''}
              error={errors[`utm.${name}`]}
              onText={(text) => change({ utm: utmWith(fields.utm, { [name]: text }) })}
            />
          ))}
        </Fieldset>
        <SwitchRow
          label={texts.includeControl}
          hint={texts.includeControlHint}
          isOn={fields.controlGroup === 'include'}
          isDisabled={isReadOnly}
          onChange={(isOn) => change({ controlGroup: isOn ? 'include' : 'exclude' })}
        />
        <SwitchRow
          label={texts.archived}
          hint={texts.archivedHint}
          isOn={fields.archived}
          isDisabled={isReadOnly}
          onChange={(archived) => change({ archived })}
        />
        <TextField
          label={texts.description}
          hint={texts.descriptionHint}
          maxLength={500}
          {...optional('description')}
        />
      </fieldset>
    </div>
  )
}

type Utm = CampaignFields['utm']

/** Drops empty tags; null if none is left. */
function utmWith(utm: Utm, changes: Record<string, string>): Utm {
  const filled = Object.entries({ ...utm, ...changes }).filter(([, value]) => Boolean(value))
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
