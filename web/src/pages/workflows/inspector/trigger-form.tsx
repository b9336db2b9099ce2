// The trigger, the rules of entry and exit, and the goal.
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { Config, DraftTrigger, TriggerType, WorkflowDraft } from '../model/definition.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { stepTexts } from '../steps.texts.ts'
import { SegmentChoice } from './action-forms.tsx'
import { DateMoveFields } from './date-move-fields.tsx'
import { FilterField } from './filter-field.tsx'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { Section, withoutUndefined } from './form-parts.tsx'
import { GoalForm } from './goal-form.tsx'
import { WhereFields } from './waiting-forms.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { trigger: texts, entry: entryTexts, exitRules, workflow } = inspector

const TYPES = optionsOf(stepTexts.triggers)
const REENTRIES = optionsOf(stepTexts.reentry)
const NO_CONDITIONS = { operator: 'AND', conditions: [] }

const DEFAULTS: Record<TriggerType, Config> = {
  EVENT: { event: '' },
  SEGMENT_ENTERED: { segmentId: '' },
  SEGMENT_LEFT: { segmentId: '' },
  SCHEDULE: { cron: '0 9 * * mon' },
  DATE: { field: 'data.' },
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
  const update = (patch: Config, topic: string) =>
    change({ trigger: withoutUndefined({ ...trigger, ...patch }) as DraftTrigger }, `trigger.${topic}`)
  return (
    <>
      <SelectField
        label={texts.type}
        value={trigger.type}
        options={TYPES}
        isDisabled={isReadOnly}
        onChange={(type) => change({ trigger: { type, ...DEFAULTS[type] } }, 'trigger')}
      />
      <TriggerFields trigger={trigger} errors={errors} isReadOnly={isReadOnly} update={update} />
      <EntryRules {...props} />
      <ExitRules {...props} />
      <GoalForm {...props} />
      <Section title={workflow.title}>
        <TextField
          label={workflow.name}
          maxLength={100}
          value={draft.name}
          error={errors['name']}
          onText={(name) => change({ name }, 'name')}
        />
        <TextField
          label={workflow.description}
          maxLength={1000}
          value={draft.description}
          error={errors['description']}
          onText={(description) => change({ description }, 'description')}
        />
      </Section>
    </>
  )
}

type FieldsProps = Pick<TriggerFormProps, 'errors' | 'isReadOnly'> & {
  trigger: DraftTrigger
  update: (patch: Config, topic: string) => void
}

function TriggerFields({ trigger, errors, isReadOnly, update }: FieldsProps) {
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
            onText={(event) => update({ event }, 'event')}
          />
          <WhereFields
            value={trigger['where']}
            errors={errors}
            prefix="trigger.where"
            isReadOnly={isReadOnly}
            onChange={(where) => update({ where }, 'where')}
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
          onChange={(chosen) => update({ segmentId: chosen }, 'segment')}
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
            onText={(cron) => update({ cron }, 'cron')}
          />
          <TextField
            label={texts.zone}
            hint={texts.zoneHint}
            placeholder="Europe/Amsterdam"
            value={textOf(trigger, 'timezone')}
            error={errors['trigger.timezone']}
            onText={(timezone) => update({ timezone: timezone || undefined }, 'timezone')}
          />
          <SegmentChoice
            label={texts.who}
            none={texts.allContacts}
            value={segmentId}
            error={error}
            isReadOnly={isReadOnly}
            onChange={(chosen) => update({ segmentId: chosen || undefined }, 'segment')}
          />
        </>
      )
    case 'DATE':
      return (
        <>
          <DateMoveFields
            value={trigger}
            errors={errors}
            prefix="trigger"
            fieldHint={texts.dateHint}
            isReadOnly={isReadOnly}
            update={update}
          />
          <SwitchRow
            label={texts.yearly}
            hint={texts.yearlyHint}
            isOn={trigger['repeat'] === 'yearly'}
            isDisabled={isReadOnly}
            onChange={(isOn) => update({ repeat: isOn ? 'yearly' : undefined }, 'repeat')}
          />
        </>
      )
  }
}

const rulesOrNull = (rules: Config): Config | null =>
  Object.keys(withoutUndefined(rules)).length === 0 ? null : withoutUndefined(rules)

function EntryRules({ draft, errors, change, isReadOnly }: TriggerFormProps) {
  const entry = draft.entry ?? {}
  const update = (patch: Config) => change({ entry: rulesOrNull({ ...entry, ...patch }) }, 'entry')
  return (
    <Section title={entryTexts.title}>
      <SelectField
        label={entryTexts.reentry}
        value={(entry['reentry'] ?? 'once') as (typeof REENTRIES)[number]['value']}
        options={REENTRIES}
        isDisabled={isReadOnly}
        onChange={(reentry) => update({ reentry })}
      />
      <FilterRule
        texts={entryTexts}
        rules={entry}
        errors={errors}
        prefix="entry.filters"
        hasEvent
        isReadOnly={isReadOnly}
        update={update}
      />
    </Section>
  )
}

function ExitRules({ draft, errors, change, isReadOnly }: TriggerFormProps) {
  const exit = draft.exit ?? {}
  const update = (patch: Config) => change({ exit: rulesOrNull({ ...exit, ...patch }) }, 'exit')
  return (
    <Section title={exitRules.title}>
      <EventField
        label={exitRules.event}
        hint={exitRules.eventHint}
        value={textOf(exit, 'event')}
        error={errors['exit.event']}
        onText={(event) => update({ event: event || undefined })}
      />
      <FilterRule
        texts={exitRules}
        rules={exit}
        errors={errors}
        prefix="exit.filters"
        isReadOnly={isReadOnly}
        update={update}
      />
    </Section>
  )
}

type FilterRuleProps = Pick<TriggerFormProps, 'errors' | 'isReadOnly'> & {
  texts: { only: string; filters: string }
  rules: Config
  prefix: string
  hasEvent?: boolean
  update: (patch: Config) => void
}

/** A rule for contacts that match a filter, if it is switched on. */
function FilterRule({ texts: words, rules, update, ...field }: FilterRuleProps) {
  const filters = rules['filters'] ?? undefined
  return (
    <>
      <SwitchRow
        label={words.only}
        isOn={filters !== undefined}
        isDisabled={field.isReadOnly}
        onChange={(isOn) => update({ filters: isOn ? NO_CONDITIONS : undefined })}
      />
      {filters !== undefined && (
        <FilterField
          label={words.filters}
          value={filters}
          {...field}
          onChange={(changed) => update({ filters: changed })}
        />
      )}
    </>
  )
}
