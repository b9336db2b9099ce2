import { defineThreadTask } from '../../platform/threads/thread-task.ts'
import type { RequiredVariable, TemplateSource } from '../../platform/liquid/compile.ts'
import type { ValueProblem } from './fill-values.ts'
import type { InspectedTemplate } from './prepare/inspect-template.ts'
import type { PreparedTemplate, WrittenTemplate } from './prepare/prepare-template.ts'

// Half a second; on a machine under load many times that. It says nothing about the template, so it is a task of its
// own: the thread that did it is the one that is asked next.
const LOAD_LIMIT_MS = 30_000

export const loadMjmlTask = defineThreadTask<null, null>({
  name: 'templates.load-mjml',
  limitMs: LOAD_LIMIT_MS,
})

// The work has limits of its own (elements, components, rules) that keep it below a second on a free core.
const PREPARE_LIMIT_MS = 8_000

export const prepareTask = defineThreadTask<WrittenTemplate, PreparedTemplate>({
  name: 'templates.prepare',
  limitMs: PREPARE_LIMIT_MS,
})

/** What may go wrong with it: prepares it anew, and looks at the result. */
export const inspectTask = defineThreadTask<WrittenTemplate, InspectedTemplate>({
  name: 'templates.inspect',
  limitMs: PREPARE_LIMIT_MS,
})

/** The variables of a prepared template that need a value. */
export const requiredTask = defineThreadTask<TemplateSource, RequiredVariable[]>({
  name: 'templates.required',
  limitMs: PREPARE_LIMIT_MS,
})

export type FillValuesInput = { values: Record<string, unknown>; variables: Record<string, unknown> }

// A few texts, each with the limits of a rendered part.
const VALUES_LIMIT_MS = 2_000

export const fillValuesTask = defineThreadTask<FillValuesInput, Record<string, unknown>>({
  name: 'templates.fill-values',
  limitMs: VALUES_LIMIT_MS,
})

export const checkValuesTask = defineThreadTask<Record<string, unknown>, ValueProblem[]>({
  name: 'templates.check-values',
  limitMs: VALUES_LIMIT_MS,
})

// Rendering has its own limit of 0.4 s of work, which it keeps between two steps. This one is for what a single step
// does, on a machine that may be busy otherwise.
const RENDER_LIMIT_MS = 2_000

/** `key` names the version, whose content never changes. */
export type RenderInput = { key: string; source: TemplateSource; variables: Record<string, unknown> }
export type RenderOutput = { subject: string; html: Uint8Array; text: Uint8Array; missing: string[] }

export const renderTask = defineThreadTask<RenderInput, RenderOutput>({
  name: 'templates.render',
  limitMs: RENDER_LIMIT_MS,
})
