// A form that is validated by a schema of the API, and that shows the server's errors at its fields.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { BaseSyntheticEvent } from 'react'
import type {
  DefaultValues,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../api/client/api-error.ts'
import { sentence } from './sentence.ts'

type Schema<Output> = z.ZodType<Output, FieldValues>

type SchemaForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  errorOf: (field: Path<Values>) => string | undefined
  field: (
    name: Path<Values>,
    options?: RegisterOptions<Values>,
  ) => UseFormRegisterReturn & { error: string | undefined }
  /** The handler of the form: sends valid values. */
  submit: (send: (values: Output) => unknown) => (event?: BaseSyntheticEvent) => void
  /** Shows the server's errors at their fields. True if all of them have a field. */
  showServerErrors: (error: unknown) => boolean
}

export function useSchemaForm<Values extends FieldValues, Output>(
  schema: Schema<Output>,
  defaultValues: DefaultValues<Values>,
): SchemaForm<Values, Output> {
  const form = useForm<Values, unknown, Output>({
    // The values of the form are texts; the schema converts them.
    resolver: zodResolver(schema as never) as never,
    defaultValues,
  })
  const { errors } = form.formState
  const errorOf = (field: Path<Values>) => {
    const { error } = form.getFieldState(field, { ...form.formState, errors })
    return error?.message === undefined ? undefined : sentence(error.message)
  }
  return {
    ...form,
    errorOf,
    field: (name, options) => ({ ...form.register(name, options), error: errorOf(name) }),
    submit: (send) => (event) => void form.handleSubmit((values) => void send(values))(event),
    showServerErrors(error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) return false
      for (const { field, message } of error.fields) form.setError(field as Path<Values>, { message })
      return error.fields.every(({ field }) => field in form.getValues())
    },
  }
}
