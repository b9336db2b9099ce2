import { Play } from 'lucide-react'
import { ApiError } from '../../../api/client/api-error.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { DataFields } from '../../../patterns/data-fields/data-fields.tsx'
import { EventField } from '../../../patterns/event/event-field.tsx'
import { AddButton, RemovableRow } from '../inspector/form-parts.tsx'
import { simulation as texts } from './simulate.texts.ts'
import { NO_ANSWER, withNewEvent } from './simulation-request.ts'
import type { SimulatedEvent } from './simulation-request.ts'
import type { SimulationForm as Form } from './use-simulation.ts'
import { optionsOf } from '../../../components/forms/select.tsx'

const KINDS = optionsOf(texts.kinds)

/** Messages by the path of the field. */
const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
    : {}

export function SimulationForm({ form, isBlocked }: { form: Form; isBlocked: boolean }) {
  const errors = errorsOf(form.run.error)
  return (
    <form
      className="flex w-full shrink-0 flex-col border-line bg-panel max-lg:border-b lg:w-80 lg:border-r"
      onSubmit={(event) => {
        event.preventDefault()
        form.start()
      }}
    >
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4">
        <p className="text-xs text-soft">{texts.hint}</p>
        <SelectField label={texts.who} value={form.kind} options={KINDS} onChange={form.setKind} />
        <TextField
          label={texts.email}
          type="email"
          maxLength={254}
          autoComplete="off"
          value={form.email}
          suggestions={form.kind === 'existing' ? form.lookup.suggestions : undefined}
          error={form.lookup.isUnknown ? texts.unknown : errors['contact.email']}
          onText={form.setEmail}
        />
        {form.kind === 'own' && (
          <DataFields
            label={texts.data}
            text={form.data}
            isOfContact
            error={errors['contact.data']}
            onText={form.setData}
          />
        )}
        <Events form={form} errors={errors} />
        {form.webhooks.length > 0 && <Answers form={form} errors={errors} />}
      </div>
      <div className="flex flex-col gap-2 border-t border-line p-4">
        {isBlocked && <p className="text-xs font-medium text-bad">{texts.fixFirst}</p>}
        <Button
          look="primary"
          type="submit"
          icon={<Play />}
          disabled={isBlocked || !form.isComplete}
          isBusy={form.run.isPending}
        >
          {texts.run}
        </Button>
      </div>
    </form>
  )
}

function Answers({ form, errors }: { form: Form; errors: Record<string, string> }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">{texts.answers}</legend>
      <p className="text-xs text-soft">{texts.answersHint}</p>
      {form.webhooks.map(({ id }) => {
        const answer = form.answers[id] ?? NO_ANSWER
        return (
          <div key={id} className="flex flex-col gap-3 rounded-lg border border-line p-2.5">
            <TextField
              label={texts.answerStatus(id)}
              inputMode="numeric"
              maxLength={3}
              placeholder="200"
              value={answer.statusCode}
              error={errors[`webhooks.${id}.statusCode`]}
              onText={(statusCode) => form.setAnswer(id, { ...answer, statusCode })}
            />
            <DataFields
              label={texts.answerData(id)}
              text={answer.data}
              error={errors[`webhooks.${id}.data`]}
              onText={(data) => form.setAnswer(id, { ...answer, data })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

function Events({ form, errors }: { form: Form; errors: Record<string, string> }) {
  const { events, setEvents } = form
  const setEvent = (index: number, event: SimulatedEvent) =>
    setEvents(events.map((one, at) => (at === index ? event : one)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">{texts.events}</legend>
      {events.map((one, index) => (
        // Events have no id.
        <div key={index} className="flex flex-col gap-3 rounded-lg border border-line p-2.5">
          <RemovableRow
            label={texts.removeEvent(one.event)}
            onRemove={() => setEvents(events.filter((_, at) => at !== index))}
          >
            <EventField
              label={texts.event}
              value={one.event}
              error={errors[`events.${index}.event`]}
              onText={(event) => setEvent(index, { ...one, event })}
            />
          </RemovableRow>
          <TextField
            label={texts.at}
            type="datetime-local"
            value={one.at}
            error={errors[`events.${index}.at`]}
            onText={(at) => setEvent(index, { ...one, at })}
          />
          <DataFields
            label={texts.eventData}
            text={one.data}
            error={errors[`events.${index}.data`]}
            onText={(data) => setEvent(index, { ...one, data })}
          />
        </div>
      ))}
      <AddButton label={texts.addEvent} onClick={() => setEvents(withNewEvent(events, new Date()))} />
    </fieldset>
  )
}
