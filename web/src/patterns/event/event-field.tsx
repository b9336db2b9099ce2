import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { eventNamesQuery } from '../../api/audience/events.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'

type EventFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'value' | 'error' | 'onText'>

/** The name of an event, with those of the project as suggestions. */
export function EventField(props: EventFieldProps) {
  const { api } = useProject()
  const { data } = useQuery(eventNamesQuery(api))
  const names = data?.names.map(({ name }) => name) ?? []
  return <TextField {...props} maxLength={100} autoComplete="off" suggestions={names} />
}
