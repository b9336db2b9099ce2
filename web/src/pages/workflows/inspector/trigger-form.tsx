// What starts the workflow, who may enter, and who leaves before the end.
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { Config, DraftTrigger, TriggerType, WorkflowDraft } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { stepTexts } from '../steps.texts.ts'
import { SegmentChoice } from './action-forms.tsx'
import { FilterField } from './filter-field.tsx'
import { EventField, Section, tidy } from './form-parts.tsx'
import { WhereFields } from './waiting-forms.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { trigger: texts, entry: entryTexts, exitRules, workflow } = inspector

const TYPES = optionsOf(stepTexts.triggers)
const REENTRIES = optionsOf(stepTexts.reentry)
const NO_CONDITIONS = { operator: 'AND', conditions: [] }

const BEGINNINGS: Record<TriggerType, Config> = {
  EVENT: { event: '' },
  SEGMENT_ENTERED: { segmentId: '' },
  SEGMENT_LEFT: { segmentId: '' },
  SCHEDULE: { cron: '0 9 * * mon' },
  MANUAL: {},
}

type TriggerFormProps = {
  draft: WorkflowDraft
  errors: Readonly<Record<string, string>>
  change: (patch: Partial<WorkflowDraft>, topic: string) => void
  isReadOnly: boolean
}

export function TriggerForm(props: TriggerFormProps) {
  const { draft, errors, change, isReadOnly } = props
  const { trigger } = draft
  const put = (patch: Config, topic: string) =>
    change({ trigger: tidy({ ...trigger, ...patch }) as DraftTrigger }, `trigger.${topic}`)
  return (
    <>
      <SelectField
        label={texts.type}
        value={trigger.type}
        options={TYPES}
        isDisabled={isReadOnly}
        onChange={(type) => change({ trigger: { type, ...BEGINNINGS[type] } }, 'trigger')}
      />
      <TriggerFields trigger={trigger} errors={errors} isReadOnly={isReadOnly} put={put} />
      <EntryRules {...props} />
      <ExitRules {...props} />
      <Section title={workflow.title}>
        <TextField
          label={workflow.name}
          maxLength={100}
          value={draft.name}
          error={errors['name']}
          onChange={({ target }) => change({ name: target.value }, 'name')}
        />
        <TextField
          label={workflow.description}
          maxLength={1000}
          value={draft.description}
          error={errors['description']}
          onChange={({ target }) => change({ description: target.value }, 'description')}
        />
      </Section>
    </>
  )
}

type FieldsProps = Pick<TriggerFormProps, 'errors' | 'isReadOnly'> & {
  trigger: DraftTrigger
  put: (patch: Config, topic: string) => void
}

function TriggerFields({ trigger, errors, isReadOnly, put }: FieldsProps) {
  const segmentId = textOf(trigger, 'segmentId')
  const error = errors['trigger.segmentId']
  switch (trigger.type) {
    case 'MANUAL':
      return null
    case 'EVENT':
      return (
        <>
          <EventField
            label={texts.event}
            hint={inspector.wait.eventHint}
            value={textOf(trigger, 'event')}
            error={errors['trigger.event']}
            onChange={(event) => put({ event }, 'event')}
          />
          <WhereFields
            value={trigger['where']}
            errors={errors}
            prefix="trigger.where"
            isReadOnly={isReadOnly}
            onChange={(where) => put({ where }, 'where')}
          />
        </>
      )
    case 'SEGMENT_ENTERED':
    case 'SEGMENT_LEFT':
      return (
        <SegmentChoice
          label={texts.segment}
          none={texts.noSegment}
          hint={texts.trackHint}
          value={segmentId}
          error={error}
          isReadOnly={isReadOnly}
          onChange={(chosen) => put({ segmentId: chosen }, 'segment')}
        />
      )
    case 'SCHEDULE':
      return (
        <>
          <TextField
            label={texts.cron}
            hint={texts.cronHint}
            value={textOf(trigger, 'cron')}
            error={errors['trigger.cron']}
            onChange={({ target }) => put({ cron: target.value }, 'cron')}
          />
          <TextField
            label={texts.zone}
            hint={texts.zoneHint}
            placeholder="Europe/Amsterdam"
            value={textOf(trigger, 'timezone')}
            error={errors['trigger.timezone']}
            onChange={({ target }) => put({ timezone: target.value || undefined }, 'timezone')}
          />
          <SegmentChoice
            label={texts.who}
            none={texts.allContacts}
            value={segmentId}
            error={error}
            isReadOnly={isReadOnly}
            onChange={(chosen) => put({ segmentId: chosen || undefined }, 'segment')}
          />
        </>
      )
  }
}

/** Rules without anything in them are none. */
const rulesOf = (rules: Config): Config | null => (Object.keys(tidy(rules)).length === 0 ? null : tidy(rules))

function EntryRules({ draft, errors, change, isReadOnly }: TriggerFormProps) {
  const entry = draft.entry ?? {}
  const put = (patch: Config) => change({ entry: rulesOf({ ...entry, ...patch }) }, 'entry')
  const reentry = (entry['reentry'] ?? 'once') as (typeof REENTRIES)[number]['value']
  const hasFilters = (entry['filters'] ?? undefined) !== undefined
  return (
    <Section title={entryTexts.title}>
      <SelectField
        label={entryTexts.reentry}
        value={reentry}
        options={REENTRIES}
        isDisabled={isReadOnly}
        onChange={(chosen) => put({ reentry: chosen })}
      />
      <SwitchRow
        label={entryTexts.only}
        isOn={hasFilters}
        isDisabled={isReadOnly}
        onChange={(isOn) => put({ filters: isOn ? NO_CONDITIONS : undefined })}
      />
      {hasFilters && (
        <FilterField
          label={entryTexts.filters}
          value={entry['filters']}
          errors={errors}
          prefix="entry.filters"
          isReadOnly={isReadOnly}
          onChange={(filters) => put({ filters: filters ?? NO_CONDITIONS })}
        />
      )}
    </Section>
  )
}

function ExitRules({ draft, errors, change, isReadOnly }: TriggerFormProps) {
  const exit = draft.exit ?? {}
  const put = (patch: Config) => change({ exit: rulesOf({ ...exit, ...patch }) }, 'exit')
  const hasFilters = (exit['filters'] ?? undefined) !== undefined
  return (
    <Section title={exitRules.title}>
      <EventField
        label={exitRules.event}
        hint={exitRules.eventHint}
        value={textOf(exit, 'event')}
        error={errors['exit.event']}
        onChange={(event) => put({ event: event || undefined })}
      />
      <SwitchRow
        label={exitRules.only}
        isOn={hasFilters}
        isDisabled={isReadOnly}
        onChange={(isOn) => put({ filters: isOn ? NO_CONDITIONS : undefined })}
      />
      {hasFilters && (
        <FilterField
          label={exitRules.filters}
          value={exit['filters']}
          errors={errors}
          prefix="exit.filters"
          isReadOnly={isReadOnly}
          onChange={(filters) => put({ filters: filters ?? NO_CONDITIONS })}
        />
      )}
    </Section>
  )
}
