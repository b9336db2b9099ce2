import { Card } from '../../components/page.tsx'
import { SwitchRow } from '../../components/forms/switch-row.tsx'
import type { PatchForm } from './use-project-form.ts'
import { projectTexts as texts } from './settings.texts.ts'

const SWITCHES = [
  ['tracking.opens', texts.marketingOpens],
  ['tracking.clicks', texts.marketingClicks],
  ['transactionalTracking.opens', texts.transactionalOpens],
  ['transactionalTracking.clicks', texts.transactionalClicks],
] as const

export function TrackingCard({ form, isReadOnly }: { form: PatchForm; isReadOnly: boolean }) {
  return (
    <Card title={texts.tracking}>
      <p className="mb-2 text-sm text-soft">{texts.trackingText}</p>
      <div className="divide-y divide-line">
        {SWITCHES.map(([name, label]) => (
          <SwitchRow
            key={name}
            label={label}
            isOn={form.watch(name) === true}
            isDisabled={isReadOnly}
            onChange={(isOn) => form.setValue(name, isOn, { shouldDirty: true })}
          />
        ))}
      </div>
    </Card>
  )
}
