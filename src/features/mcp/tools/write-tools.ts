// Tools that change records, but send nothing by themselves. Agents do not change what a person has started: a
// campaign is changed while it is a draft, a workflow while it is disabled.
import { RecordId } from '../mcp.schema.ts'
import { ADDS, CHANGES, plainTool, ToolRefusal } from '../tool.ts'
import type { CallApi, JsonObject, Tool } from '../tool.ts'

type SaveTool = Pick<Tool, 'name' | 'title' | 'description'> & {
  create: string
  update: string
  read?: string
  without?: readonly string[]
  /** Reads the record before it is changed. @returns fields that the change also has @throws ToolRefusal */
  beforeUpdate?: (api: CallApi, id: unknown) => Promise<JsonObject>
}

/** Creates a record, or changes the one with the id. */
const saveTool = ({ create, update, read, without = [], beforeUpdate, ...tool }: SaveTool): Tool => ({
  ...tool,
  operations: [create, update, ...(read === undefined ? [] : [read])],
  hints: { ...CHANGES, idempotentHint: false },
  input: { of: create, without, also: RecordId, isPartial: true },
  output: create,
  async run({ api, args: { id, ...fields } }) {
    if (id === undefined) return (await api(create, fields)).body
    const also = await beforeUpdate?.(api, id)
    return (await api(update, { id, ...fields, ...also })).body
  },
})

/** @returns the version that is changed, so that a change by somebody else in between is not overwritten */
async function requireDraft(api: CallApi, id: unknown): Promise<JsonObject> {
  const { data } = (await api('getCampaign', { id })).body as { data: { status: string; updatedAt: string } }
  if (data.status === 'DRAFT') return { ifUpdatedAt: data.updatedAt }
  throw new ToolRefusal({
    code: 'INVALID_STATE',
    message: `The campaign is ${data.status}. Agents change campaigns only while they are drafts.`,
    suggestion: 'Cancel a scheduled campaign with cancel_campaign first; it becomes a draft again.',
  })
}

async function requireDisabled(api: CallApi, id: unknown): Promise<JsonObject> {
  const workflow = (await api('getWorkflow', { id })).body
  if (workflow['enabled'] === false) return { ifUpdatedAt: workflow['updatedAt'] }
  throw new ToolRefusal({
    code: 'INVALID_STATE',
    message: 'The workflow is enabled. Agents change workflows only while they are disabled.',
    suggestion: 'Ask a person to disable it in the dashboard, or save the steps as a new workflow.',
  })
}

export const writeTools: readonly Tool[] = [
  plainTool({
    name: 'save_contact',
    title: 'Create or update a contact',
    operation: 'upsertContact',
    description: 'Create the contact with this address, or update it: subscription, topics and data.',
    hints: CHANGES,
  }),
  plainTool({
    name: 'track_event',
    title: 'Track an event',
    operation: 'trackEvent',
    description: 'Record an event of a contact. It may start a workflow for this contact.',
    hints: { ...ADDS, openWorldHint: true },
  }),
  saveTool({
    name: 'save_segment',
    title: 'Create or update a segment',
    create: 'createSegment',
    update: 'updateSegment',
    description: 'Create a segment from a filter or a list of addresses, or change the one with `id`.',
  }),
  saveTool({
    name: 'save_template',
    title: 'Create or update a template',
    create: 'createTemplate',
    update: 'updateTemplate',
    description: 'Create a template, or change the one with `id`: every change makes a new version.',
  }),
  saveTool({
    name: 'save_campaign',
    title: 'Draft or update a campaign',
    create: 'createCampaign',
    update: 'updateCampaign',
    read: 'getCampaign',
    beforeUpdate: requireDraft,
    description: 'Create a campaign as a draft, or change the draft with `id`. Sends nothing.',
  }),
  plainTool({
    name: 'cancel_campaign',
    title: 'Cancel a campaign',
    operation: 'cancelCampaign',
    description:
      'Cancel a campaign. A scheduled one becomes a draft again; of one that is being sent, the rest is dropped.',
    hints: CHANGES,
  }),
  saveTool({
    name: 'save_workflow',
    title: 'Create or update a workflow',
    create: 'createWorkflow',
    update: 'updateWorkflow',
    read: 'getWorkflow',
    without: ['enabled'],
    beforeUpdate: requireDisabled,
    description:
      'Create a workflow, disabled, or change the disabled one with `id`. A person enables it in the dashboard.',
  }),
  plainTool({
    name: 'add_domain',
    title: 'Add a sender domain',
    operation: 'createDomain',
    description: 'Add a domain to send from. Returns the DNS records to publish.',
    hints: ADDS,
  }),
  plainTool({
    name: 'verify_domain',
    title: 'Verify a domain',
    operation: 'verifyDomain',
    description: 'Look up the DNS records of a domain now, and say which are missing or wrong.',
    hints: { ...CHANGES, destructiveHint: false, openWorldHint: true },
  }),
  plainTool({
    name: 'suppress_address',
    title: 'Suppress an address',
    operation: 'createSuppression',
    description: 'Stop all email to an address.',
    hints: CHANGES,
  }),
]
