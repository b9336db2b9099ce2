// Tools that change nothing.
import { plainTool, READS } from '../tool.ts'
import type { Tool } from '../tool.ts'

type ReadTool = Omit<Parameters<typeof plainTool>[0], 'hints'>

const READ_TOOLS: readonly ReadTool[] = [
  {
    name: 'search',
    title: 'Search',
    operation: 'search',
    description:
      'Find contacts by the beginning of their address, and templates, campaigns, segments, workflows and domains by name. With an id, finds the record that has it.',
  },
  {
    name: 'get_project',
    title: 'Get the project',
    operation: 'getProject',
    description: 'Get the settings of the project: default sender, time zone, limits, tracking.',
  },
  {
    name: 'get_health',
    title: 'Get sending health',
    operation: 'getProjectHealth',
    description: 'Get bounce and complaint rates of the project, and whether marketing email is paused.',
  },
  {
    name: 'list_contacts',
    title: 'List contacts',
    operation: 'listContacts',
    description: 'List contacts, newest first: all, by part of the address, by segment, or by a filter.',
  },
  {
    name: 'get_contact',
    title: 'Get a contact',
    operation: 'getContact',
    description: 'Get a contact with its subscription, topics and data.',
  },
  {
    name: 'list_segments',
    title: 'List segments',
    operation: 'listSegments',
    description: 'List segments with their filters and numbers of members.',
  },
  {
    name: 'preview_segment',
    title: 'Preview a segment',
    operation: 'previewSegment',
    description: 'Count the contacts that match a filter, and see some of them, without saving anything.',
  },
  {
    name: 'list_templates',
    title: 'List templates',
    operation: 'listTemplates',
    description: 'List templates, without their bodies.',
  },
  {
    name: 'get_template',
    title: 'Get a template',
    operation: 'getTemplate',
    description: 'Get a template by id or alias, with subject, body and variables.',
  },
  {
    name: 'render_template',
    title: 'Render a template',
    operation: 'renderTemplate',
    description: 'Show how a template looks with given values or for a contact. Sends nothing.',
  },
  {
    name: 'check_template',
    title: 'Check a template',
    operation: 'checkTemplate',
    description:
      'Find what readers of a template would notice: what email clients do not support, images without text, too much HTML.',
  },
  {
    name: 'list_emails',
    title: 'List emails',
    operation: 'listEmails',
    description: 'List sent and waiting emails, by status, contact, campaign, template, tag or time.',
  },
  {
    name: 'get_email',
    title: 'Get an email',
    operation: 'getEmail',
    description: 'Get one email with its status and history, including replies of the mail server.',
  },
  {
    name: 'get_email_content',
    title: 'Get the content of an email',
    operation: 'getEmailContent',
    description: 'Get subject, HTML and text of an email as its recipient got it.',
  },
  {
    name: 'why_not',
    title: 'Explain why a contact gets an email or not',
    operation: 'explainEmail',
    description:
      'Explain step by step whether a contact would get an email, campaign or workflow, and what stops it.',
  },
  {
    name: 'list_campaigns',
    title: 'List campaigns',
    operation: 'listCampaigns',
    description: 'List campaigns with status and figures, without their bodies.',
  },
  {
    name: 'get_campaign',
    title: 'Get a campaign',
    operation: 'getCampaign',
    description: 'Get a campaign with its content, audience and plan.',
  },
  {
    name: 'preflight_campaign',
    title: 'Check a campaign',
    operation: 'preflightCampaign',
    description: 'Find the problems of a campaign before it is sent, and count its recipients.',
  },
  {
    name: 'get_campaign_stats',
    title: 'Get the statistics of a campaign',
    operation: 'getCampaignStatistics',
    description: 'Get deliveries, opens, clicks, bounces, unsubscribes and conversions of a campaign.',
  },
  {
    name: 'list_workflows',
    title: 'List workflows',
    operation: 'listWorkflows',
    description: 'List the automations of the project.',
  },
  {
    name: 'get_workflow',
    title: 'Get a workflow',
    operation: 'getWorkflow',
    description: 'Get a workflow with its trigger and steps.',
  },
  {
    name: 'simulate_workflow',
    title: 'Simulate a workflow',
    operation: 'simulateWorkflow',
    description: 'Run a saved workflow for a made-up contact on a virtual clock. Sends nothing.',
  },
  {
    name: 'get_workflow_stats',
    title: 'Get the statistics of a workflow',
    operation: 'getWorkflowStatistics',
    description: 'Get how many contacts entered a workflow, where they are, and what its emails achieved.',
  },
  {
    name: 'list_domains',
    title: 'List domains',
    operation: 'listDomains',
    description: 'List sender domains with their DNS records and what was found for each.',
  },
  {
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    operation: 'listSuppressions',
    description: 'List addresses that get no email, with the reason.',
  },
]

export const readTools: readonly Tool[] = READ_TOOLS.map((tool) => plainTool({ ...tool, hints: READS }))
