// The goal of a campaign. Conditions on the event are set by the API alone, and kept.
import type { Campaign } from '../../api/sending/campaigns.ts'
import { TextField } from '../../components/forms/field.tsx'
import { EventField } from '../event/event-field.tsx'
import { settingsTexts } from './campaign-settings.texts.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { Fieldset, NumberField } from './settings-fields.tsx'

const { goal: texts } = settingsTexts

type Goal = NonNullable<Campaign['goal']>

// The default of the API.
const NEW_GOAL: Goal = { event: '', where: null, window: { amount: 7, unit: 'days' }, value: null }

export function GoalSettings({ draft: { fields, errors, change } }: { draft: SettingsDraft }) {
  const { goal } = fields
  const update = (patch: Partial<Goal>) => change({ goal: { ...(goal ?? NEW_GOAL), ...patch } })
  return (
    <Fieldset legend={texts.title} hint={texts.hint}>
      <EventField
        label={texts.event}
        hint={texts.eventHint}
        value={goal?.event ?? ''}
        error={errors['goal.event'] ?? errors['goal']}
        onText={(event) => (event === '' ? change({ goal: null, holdout: null }) : update({ event }))}
      />
      {goal && (
        <>
          <TextField
            label={texts.value}
            hint={texts.valueHint}
            placeholder="data.total"
            value={goal.value ?? ''}
            error={errors['goal.value']}
            onText={(value) => update({ value: value || null })}
          />
          <NumberField
            label={texts.window[goal.window.unit]}
            hint={texts.windowHint}
            value={goal.window.amount}
            error={errors['goal.window.amount']}
            onChange={(amount) => update({ window: { ...goal.window, amount: amount ?? 0 } })}
          />
          <NumberField
            label={texts.holdout}
            hint={texts.holdoutHint}
            value={fields.holdout?.percent ?? null}
            error={errors['holdout.percent'] ?? errors['holdout']}
            onChange={(percent) => change({ holdout: percent === null ? null : { percent } })}
          />
          {goal.where !== null && <p className="self-center text-xs text-soft">{texts.conditions}</p>}
        </>
      )}
    </Fieldset>
  )
}
