import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../../api/client/api-error.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import type { TransportFields } from './transport-fields.ts'
import { transports } from '../transports.texts.ts'

export type FieldErrors = Readonly<Record<string, string>>

type FormInput<Body> = {
  first: TransportFields
  /** Checks the body before it is sent. */
  parse: (fields: TransportFields) => z.ZodSafeParseResult<Body>
  /** The answer of the server. */
  error: Error | null
  onSubmit: (body: Body) => void
}

export function useTransportForm<Body>({ first, parse, error, onSubmit }: FormInput<Body>) {
  const [fields, setFields] = useState(first)
  const [problems, setProblems] = useState<FieldErrors>({})
  const body = useRef<HTMLDivElement>(null)
  // The form can be longer than its dialog: the first wrong field may be out of sight.
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error, problems])
  return {
    /** The element with the fields. */
    body,
    fields,
    setFields,
    errors: { ...serverErrors(error), ...problems } as FieldErrors,
    isChanged: JSON.stringify(fields) !== JSON.stringify(first),
    submit: () => {
      const { success, data, error: wrong } = parse(fields)
      setProblems(Object.fromEntries((wrong?.issues ?? []).map(problemOf)))
      if (success) onSubmit(data)
    },
  }
}

/** Texts are texts by themselves: only a number can have the wrong type. */
const problemOf = ({ path, code, message }: z.core.$ZodIssue): [string, string] => [
  path.join('.'),
  code === 'invalid_type' ? transports.form.number : sentence(message),
]

const serverErrors = (error: Error | null): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(error.fields.map(({ field, message }) => [field, sentence(message)]))
    : {}
