import type { Project } from '../../api/project/project.ts'
import { useProject } from '../../app/use-project.ts'
import { Copyable } from '../../components/copy-button.tsx'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { SaveBar } from './save-bar.tsx'
import { projectTexts as texts } from './settings.texts.ts'
import { useProjectForm } from './use-project-form.ts'
import type { PatchForm } from './use-project-form.ts'
import { optionsOf } from '../../components/forms/select.tsx'
import { TIME_ZONES } from '../../components/forms/time-zones.ts'
import { SwitchRow } from '../../components/forms/switch-row.tsx'

/** For optional fields: an empty text is null. */
const orNull = { setValueAs: (text: string | null) => text?.trim() || null }

const PUBLIC_TRACKINGS = optionsOf(texts.publicTrackings)

export function ProjectForm({ project }: { project: Project }) {
  const { may } = useProject()
  const { form, save, submit } = useProjectForm(project)
  const isReadOnly = !may('admin')
  const { isDirty } = form.formState
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <IdentityCard project={project} form={form} />
          <PeopleCard form={form} />
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <TrackingCard form={form} isReadOnly={isReadOnly} />
          <Card title={texts.publicTracking}>
            <SelectField
              label={texts.publicTracking}
              value={form.watch('publicTracking') ?? 'full'}
              options={PUBLIC_TRACKINGS}
              isDisabled={isReadOnly}
              onChange={(chosen) => form.setValue('publicTracking', chosen, { shouldDirty: true })}
            />
          </Card>
          <Card title={texts.agents}>
            <TextField
              label={texts.mcpApprovalAbove}
              hint={texts.mcpApprovalAboveHint}
              inputMode="numeric"
              {...form.field('mcpApprovalAbove', { valueAsNumber: true })}
            />
          </Card>
        </div>
      </fieldset>
      {!isReadOnly && <SaveBar isDirty={isDirty} isBusy={save.isPending} onReset={() => form.reset()} />}
    </form>
  )
}

function IdentityCard({ project, form }: { project: Project; form: PatchForm }) {
  return (
    <Card title={texts.facts}>
      <div className="flex flex-col gap-4">
        <TextField label={texts.name} {...form.field('name')} />
        <div className="flex items-center gap-3 text-sm">
          <span className="shrink-0 text-soft">{texts.id}</span>
          <Copyable text={project.id} label={texts.copyId} />
        </div>
        <TextField
          label={texts.defaultFrom}
          hint={texts.defaultFromHint}
          type="email"
          {...form.field('defaultFrom', orNull)}
        />
        <TextField label={texts.defaultFromName} {...form.field('defaultFromName', orNull)} />
        <TextField label={texts.replyTo} type="email" {...form.field('replyTo', orNull)} />
      </div>
    </Card>
  )
}

function PeopleCard({ form }: { form: PatchForm }) {
  return (
    <Card title={texts.people}>
      <div className="flex flex-col gap-4">
        <TextArea
          label={texts.postalAddress}
          hint={texts.postalAddressHint}
          {...form.field('postalAddress', orNull)}
        />
        <TextField
          label={texts.brandColor}
          hint={texts.brandColorHint}
          placeholder="#1d4ed8"
          {...form.field('brandColor', orNull)}
        />
        <TextField
          label={texts.timezone}
          hint={texts.timezoneHint}
          suggestions={TIME_ZONES}
          autoComplete="off"
          {...form.field('timezone')}
        />
        <TextField label={texts.locale} hint={texts.localeHint} {...form.field('locale')} />
      </div>
    </Card>
  )
}

const SWITCHES = [
  ['tracking.opens', texts.marketingOpens],
  ['tracking.clicks', texts.marketingClicks],
  ['transactionalTracking.opens', texts.transactionalOpens],
  ['transactionalTracking.clicks', texts.transactionalClicks],
] as const

function TrackingCard({ form, isReadOnly }: { form: PatchForm; isReadOnly: boolean }) {
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
