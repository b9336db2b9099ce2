// Looks at a JSON body beside its schema, before the schema judges it: fields that are probably misspelt are problems,
// and in a POST null counts as "not given" where a field may be left out. Free-form JSON (`data`) is never looked into.
import type { z } from 'zod'
import { fieldPath } from '../../errors.ts'
import type { FieldProblem } from '../../errors.ts'
import { meantField } from './known-fields.ts'

type Schema = z.core.$ZodType

/** What an object, or the items of a list, may hold. Forms of a union are put together. */
type Shape = { fields: ReadonlyMap<string, Field> | undefined; items: Shape | undefined }

type Field = {
  /** Made when it is asked for: schemas may hold themselves. */
  shape: () => Shape | undefined
  /** May be left out, and does not take null. */
  isDroppedIfNull: boolean
}

/** Of names that no schema has. An object of thousands is free-form JSON in the wrong place. */
const MOST_COMPARED = 100

type Walk = { isNullAbsent: boolean; problems: FieldProblem[]; compared: number; path: PropertyKey[] }

/** The problems of the names in a body. Takes out what counts as absent. */
export function tidyBody(
  schema: Schema,
  body: unknown,
  { isNullAbsent }: { isNullAbsent: boolean },
): FieldProblem[] {
  const shape = shapeOf(schema)
  const walk: Walk = { isNullAbsent, problems: [], compared: 0, path: [] }
  if (shape) visit(shape, body, walk)
  return walk.problems
}

function visit(shape: Shape, value: unknown, walk: Walk): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (!shape.items) return
    for (const [index, item] of value.entries()) {
      within(walk, index, () => visit(shape.items as Shape, item, walk))
    }
    return
  }
  if (shape.fields) visitObject(shape.fields, value as Record<string, unknown>, walk)
}

function visitObject(fields: ReadonlyMap<string, Field>, value: Record<string, unknown>, walk: Walk): void {
  for (const name of Object.keys(value)) {
    const field = fields.get(name)
    if (!field) compare(name, fields, walk)
    else if (value[name] === null) {
      if (walk.isNullAbsent && field.isDroppedIfNull) delete value[name]
    } else if (typeof value[name] === 'object') {
      const inner = field.shape()
      if (inner) within(walk, name, () => visit(inner, value[name], walk))
    }
  }
}

function compare(name: string, fields: ReadonlyMap<string, Field>, walk: Walk): void {
  if (walk.compared >= MOST_COMPARED) return
  walk.compared += 1
  const meant = meantField(name, fields.keys())
  if (meant === undefined) return
  walk.problems.push({
    field: fieldPath([...walk.path, name]),
    message: `is not a field of this call; did you mean "${meant}"?`,
    code: 'unrecognized_keys',
  })
}

function within(walk: Walk, name: PropertyKey, work: () => void): void {
  walk.path.push(name)
  work()
  walk.path.pop()
}

const shapes = new WeakMap<Schema, Shape | { isNone: true }>()

/** Undefined for what is neither an object with known fields nor a list of such. Worked out once per schema. */
function shapeOf(schema: Schema): Shape | undefined {
  const known = shapes.get(schema)
  if (known) return 'isNone' in known ? undefined : known
  const shape = readShape(schema)
  shapes.set(schema, shape ?? { isNone: true })
  return shape
}

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, Schema>
  catchall?: Schema
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  getter?: () => Schema
}

function readShape(schema: Schema): Shape | undefined {
  const def = schema._zod.def as Def
  if (def.shape) {
    // With a catchall the schema itself says what becomes of other fields.
    return def.catchall ? undefined : { fields: fieldsOf(def.shape), items: undefined }
  }
  if (def.type === 'array') return listOf(def.element && shapeOf(def.element))
  if (def.options) return joined(def.options.map(shapeOf))
  // What is inside of optional(), nullable(), default() and the like; of a pipe whichever end has a shape.
  const inner = [def.innerType, def.getter?.(), def.in, def.out]
  for (const one of inner) {
    const shape = one && shapeOf(one)
    if (shape) return shape
  }
  return undefined
}

const listOf = (items: Shape | undefined): Shape | undefined => items && { fields: undefined, items }

function fieldsOf(shape: Record<string, Schema>): Map<string, Field> {
  return new Map(
    Object.entries(shape).map(([name, schema]) => {
      const takes = (value: null | undefined) => (schema as z.ZodType).safeParse(value).success
      return [name, { shape: () => shapeOf(schema), isDroppedIfNull: takes(undefined) && !takes(null) }]
    }),
  )
}

/** A field that several forms have is looked into as the first of them has it. */
function joined(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const objects = shapes.flatMap((shape) => (shape?.fields ? [shape.fields] : []))
  const items = shapes.find((shape) => shape?.items)?.items
  if (objects.length === 0) return listOf(items)
  const fields = new Map<string, Field>()
  for (const [name, field] of objects.flatMap((one) => [...one])) {
    if (!fields.has(name)) fields.set(name, field)
  }
  return { fields, items }
}
