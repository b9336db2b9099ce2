// A form that is checked by a schema of the API before it is sent, and that shows at its fields what the server refuses.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'

type Schema<Output> = z.ZodType<Output, FieldValues>

export type SchemaForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  /** What is wrong with a field, as a sentence. */
  errorOf: (field: Path<Values>) => string | undefined
  /** Puts the refusals of the server at their fields. True if that was all of it. */
  showServerErrors: (error: unknown) => boolean
}

/** The messages of the API begin with a verb: "must not be empty". */
const sentence = (message: string | undefined): string | undefined =>
  message && `${message.charAt(0).toUpperCase()}${message.slice(1)}`

export function useSchemaForm<Values extends FieldValues, Output>(
  schema: Schema<Output>,
  defaultValues: DefaultValues<Values>,
): SchemaForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    // The form's own values are texts; the schema decides what they become.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  })
  const { errors } = form.formState
  return {
    ...form,
    errorOf: (field) => sentence(form.getFieldState(field, { ...form.formState, errors }).error?.message),
    showServerErrors(error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) return false
      for (const { field, message } of error.fields) form.setError(field as Path<Values>, { message })
      return error.fields.every(({ field }) => field in form.getValues())
    },
  }
}
