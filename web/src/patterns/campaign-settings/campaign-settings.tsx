import { TextField } from '../../components/forms/field.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import { settingsTexts as texts } from './campaign-settings.texts.ts'
import { GoalSettings } from './goal-settings.tsx'
import { PlanSettings } from './plan-settings.tsx'
import type { SettingsDraft, SettingsFields } from './settings-draft.ts'
import { Fieldset, NumberField } from './settings-fields.tsx'

const UTM = ['source', 'medium', 'campaign'] as const

/** How a campaign is sent and measured: for one campaign, and for those that recur. */
export function CampaignSettings({ draft, isReadOnly }: { draft: SettingsDraft; isReadOnly: boolean }) {
  const { fields, errors, change } = draft
  return (
    <>
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
        value={fields.description ?? ''}
        error={errors['description']}
        onText={(text) => change({ description: text || null })}
      />
    </>
  )
}

type Utm = SettingsFields['utm']

/** Drops empty tags; null if none is left. */
function utmWith(utm: Utm, changes: Record<string, string>): Utm {
  const filled = Object.entries({ ...utm, ...changes }).filter(([, value]) => Boolean(value))
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
