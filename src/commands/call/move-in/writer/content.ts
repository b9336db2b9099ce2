// Templates, layouts and workflows. One that is here already stays as it is: somebody may have edited it.
import type { Call } from '../../../command.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'
import { readAll } from '../../resources/listing.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { LayoutRecord, TemplateRecord, WorkflowRecord } from '../records.ts'
import { refusalOf } from './refusal.ts'

const LONGEST_NAME = 100

type ContentOptions = { call: Call; receipt: ReceiptBuilder; isDryRun: boolean }

export type ContentWriter = {
  addTemplate(template: TemplateRecord): Promise<void>
  addLayout(layout: LayoutRecord): Promise<void>
  addWorkflow(workflow: WorkflowRecord): Promise<void>
}

export function createContentWriter({ call, receipt, isDryRun }: ContentOptions): ContentWriter {
  let partialKeys: Promise<Set<string>> | undefined
  let workflowNames: Promise<Set<string>> | undefined
  const takeTemplate = async (template: TemplateRecord): Promise<void> => {
    const { alias, name, subject, body, text, type } = template
    if (await isHere(call, alias)) return receipt.taken('templates', { existing: 1 })
    receipt.untranslated(name, template.untranslated)
    if (hasBlock(template)) return receipt.leftOut('templates', { reason: BLOCKS, example: name })
    // Parts that were left as they were end here, if they are not Liquid.
    await call.api.compute('/templates/render', { subject, body, text, type })
    const shown = name.slice(0, LONGEST_NAME).trim() || alias
    if (!isDryRun) {
      await call.api.change({
        method: 'POST',
        path: '/templates',
        body: { alias, name: shown, subject, body, text, type },
      })
    }
    receipt.taken('templates', { created: 1 })
  }
  const takeLayout = async (layout: LayoutRecord): Promise<void> => {
    const { key, name, body } = layout
    if (
      (
        await (partialKeys ??= readNames(call, { path: '/partials', resource: 'partials', field: 'key' }))
      ).has(key)
    ) {
      return receipt.taken('layouts', { existing: 1 })
    }
    receipt.untranslated(name, layout.untranslated)
    if (hasBlock(layout)) return receipt.leftOut('layouts', { reason: BLOCKS, example: name })
    await call.api.compute('/partials/render', { key, body })
    if (!isDryRun) {
      await call.api.change({
        method: 'POST',
        path: '/partials',
        body: { key, name: name.slice(0, LONGEST_NAME), body },
      })
    }
    receipt.taken('layouts', { created: 1 })
  }
  const takeWorkflow = async ({ draft }: WorkflowRecord): Promise<void> => {
    workflowNames ??= readNames(call, { path: '/workflows', resource: 'workflows', field: 'name' })
    if ((await workflowNames).has(draft.name)) return receipt.taken('workflows', { existing: 1 })
    if (!isDryRun) await call.api.change({ method: 'POST', path: '/workflows', body: draft })
    receipt.taken('workflows', { created: 1 })
  }
  const attempt = async (
    kind: 'templates' | 'layouts' | 'workflows',
    name: string,
    work: () => Promise<void>,
  ): Promise<void> => {
    receipt.read(kind)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error
      receipt.leftOut(kind, { reason: refusalOf(error), example: name })
    }
  }
  return {
    addTemplate: (template) => attempt('templates', template.name, () => takeTemplate(template)),
    addLayout: (layout) => attempt('layouts', layout.name, () => takeLayout(layout)),
    addWorkflow: (workflow) => attempt('workflows', workflow.draft.name, () => takeWorkflow(workflow)),
  }
}

const BLOCKS = 'a condition, a loop or a block of it was not translated'

const hasBlock = ({ untranslated }: TemplateRecord | LayoutRecord): boolean =>
  untranslated.some(({ isBlock }) => isBlock === true)

async function isHere({ api }: Call, alias: string): Promise<boolean> {
  try {
    await api.get(`/templates/${encodeURIComponent(alias)}`)
    return true
  } catch (error) {
    if (error instanceof CommandFailure && error.exitStatus === EXIT.notFound) return false
    throw error
  }
}

type NameList = {
  path: string
  resource: string
  /** The field by which records are found again. */ field: 'key' | 'name'
}

async function readNames({ api }: Call, { path, resource, field }: NameList): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const record of readAll({ api, path, resource })) names.add(String(record[field]))
  return names
}
