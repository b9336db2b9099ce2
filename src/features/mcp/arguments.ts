import type { z } from 'zod'
import { invalidArguments } from './refusals.ts'
import type { JsonObject } from './tool.ts'

/** The arguments that a tool reads itself. @throws ToolRefusal that names every invalid one */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  args: JsonObject,
): z.output<Schema> {
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  throw invalidArguments(
    parsed.error.issues.map(({ path: [field], message }) => ({ field: String(field ?? ''), message })),
  )
}
