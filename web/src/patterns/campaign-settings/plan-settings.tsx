// The sending plan: all at once, local time, best hour, canary or variants. They are mutually exclusive.
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { planKind, planOf } from './campaign-plan.ts'
import type { PlanKind } from './campaign-plan.ts'
import { settingsTexts as texts } from './campaign-settings.texts.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { Fieldset, NumberField } from './settings-fields.tsx'

const PLANS = optionsOf(texts.plans)
const METRICS = optionsOf(texts.metrics)

export function PlanSettings({ draft }: { draft: SettingsDraft }) {
  const { fields, change } = draft
  const kind = planKind(fields)
  return (
    <Fieldset legend={texts.plan}>
      <div className="sm:col-span-2">
        <SelectField<PlanKind>
          label={texts.plan}
          hint={texts.planHint}
          value={kind}
          options={PLANS}
          onChange={(chosen) => change(planOf(chosen, fields))}
        />
      </div>
      {kind === 'local' && (
        <TextField
          label={texts.localTime}
          hint={texts.localTimeHint}
          type="time"
          value={fields.sendAtLocalTime ?? ''}
          error={draft.errors['sendAtLocalTime']}
          onText={(sendAtLocalTime) => change({ sendAtLocalTime })}
        />
      )}
      {kind === 'bestHour' && <BestHourSettings draft={draft} />}
      {kind === 'canary' && <CanarySettings draft={draft} />}
      {kind === 'variants' && <TestSettings draft={draft} />}
    </Fieldset>
  )
}

function BestHourSettings({ draft: { fields, errors, change } }: { draft: SettingsDraft }) {
  const { bestHour } = fields
  if (!bestHour) return null
  return (
    <>
      <TextField
        label={texts.fallback}
        hint={texts.fallbackHint}
        type="time"
        value={bestHour.fallback}
        error={errors['bestHour.fallback']}
        onText={(fallback) => change({ bestHour: { ...bestHour, fallback } })}
      />
      <NumberField
        label={texts.comparison}
        hint={texts.comparisonHint}
        value={bestHour.comparison}
        error={errors['bestHour.comparison']}
        onChange={(comparison) => change({ bestHour: { ...bestHour, comparison: comparison ?? 0 } })}
      />
    </>
  )
}

function CanarySettings({ draft: { fields, errors, change } }: { draft: SettingsDraft }) {
  const { canary } = fields
  if (!canary) return null
  return (
    <>
      <NumberField
        label={texts.percent}
        value={canary.percent}
        error={errors['canary.percent']}
        onChange={(percent) => change({ canary: { ...canary, percent: percent ?? 0 } })}
      />
      <NumberField
        label={texts.wait}
        hint={texts.waitHint}
        value={canary.waitMinutes}
        error={errors['canary.waitMinutes']}
        onChange={(minutes) => change({ canary: { ...canary, waitMinutes: minutes ?? 0 } })}
      />
    </>
  )
}

// The API has shares from 0 to 1. Two decimals survive the conversion to per cent and back.
const asPercent = (share: number): number => Math.round(share * 10_000) / 100

function TestSettings({ draft: { fields, errors, change } }: { draft: SettingsDraft }) {
  const { test } = fields
  if (!test) return null
  return (
    <>
      <NumberField
        label={texts.share}
        value={asPercent(test.share)}
        error={errors['test.share']}
        onChange={(percent) => change({ test: { ...test, share: (percent ?? 0) / 100 } })}
      />
      <NumberField
        label={texts.testWait}
        hint={texts.testWaitHint}
        value={test.waitMinutes}
        error={errors['test.waitMinutes']}
        onChange={(minutes) => change({ test: { ...test, waitMinutes: minutes ?? 0 } })}
      />
      <SelectField
        label={texts.metric}
        value={test.metric}
        options={METRICS}
        onChange={(metric) => change({ test: { ...test, metric } })}
      />
    </>
  )
}
