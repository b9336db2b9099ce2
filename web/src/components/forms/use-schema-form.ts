// A form that is checked by a schema of the API before it is sent, and that shows at its fields what the server refuses.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../api/client/api-error.ts'
import { sentence } from './sentence.ts'

type Schema<Output> = z.ZodType<Output, FieldValues>

type SchemaForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  /** What is wrong with a field, as a sentence. */
  errorOf: (field: Path<Values>) => string | undefined
  /** Puts the refusals of the server at their fields. True if that was all of it. */
  showServerErrors: (error: unknown) => boolean
}

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
    errorOf(field) {
      const { error } = form.getFieldState(field, { ...form.formState, errors })
      return error?.message === undefined ? undefined : sentence(error.message)
    },
    showServerErrors(error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) return false
      for (const { field, message } of error.fields) form.setError(field as Path<Values>, { message })
      return error.fields.every(({ field }) => field in form.getValues())
    },
  }
}
