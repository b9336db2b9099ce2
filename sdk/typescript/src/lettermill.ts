// The client: one field per resource, all on one connection to the server.
import { ApiClient } from './core/api-client.ts'
import type { ClientSettings } from './core/api-client.ts'
import { Addresses } from './resources/addresses.ts'
import { Approvals } from './resources/approvals.ts'
import { Campaigns } from './resources/campaigns.ts'
import { Contacts } from './resources/contacts.ts'
import { CouponLists } from './resources/coupon-lists.ts'
import { Domains } from './resources/domains.ts'
import { Emails } from './resources/emails.ts'
import { Events } from './resources/events.ts'
import { Forms } from './resources/forms.ts'
import { Images } from './resources/images.ts'
import { Inbox } from './resources/inbox.ts'
import { Jobs } from './resources/jobs.ts'
import { Keys } from './resources/keys.ts'
import { Partials } from './resources/partials.ts'
import { Project } from './resources/project.ts'
import { RecurringCampaigns } from './resources/recurring-campaigns.ts'
import { Reputation } from './resources/reputation.ts'
import { Segments } from './resources/segments.ts'
import { Service } from './resources/service.ts'
import { Suppressions } from './resources/suppressions.ts'
import { Templates } from './resources/templates.ts'
import { Topics } from './resources/topics.ts'
import { Transports } from './resources/transports.ts'
import { Webhooks } from './resources/webhooks.ts'
import { WorkflowExecutions } from './resources/workflow-executions.ts'
import { Workflows } from './resources/workflows.ts'

export type LettermillOptions = Partial<Omit<ClientSettings, 'apiKey'>>

type Environment = { process?: { env?: Record<string, string | undefined> } }

/** Where a server on one's own machine is. */
const LOCAL = 'http://localhost:3000'

/**
 * `new Lettermill()` takes the key from LETTERMILL_API_KEY and the address of the server from LETTERMILL_BASE_URL, by default
 * http://localhost:3000.
 */
export class Lettermill {
  readonly addresses: Addresses
  readonly approvals: Approvals
  readonly campaigns: Campaigns
  readonly contacts: Contacts
  readonly couponLists: CouponLists
  readonly domains: Domains
  readonly emails: Emails
  readonly events: Events
  readonly forms: Forms
  readonly images: Images
  readonly inbox: Inbox
  readonly jobs: Jobs
  readonly keys: Keys
  readonly partials: Partials
  readonly project: Project
  readonly recurringCampaigns: RecurringCampaigns
  readonly reputation: Reputation
  readonly segments: Segments
  readonly service: Service
  readonly suppressions: Suppressions
  readonly templates: Templates
  readonly topics: Topics
  readonly transports: Transports
  readonly webhooks: Webhooks
  readonly workflowExecutions: WorkflowExecutions
  readonly workflows: Workflows

  constructor(apiKey?: string, options: LettermillOptions = {}) {
    const client = new ApiClient({
      ...options,
      apiKey: checkedKey(apiKey ?? setting('LETTERMILL_API_KEY')),
      baseUrl: options.baseUrl ?? setting('LETTERMILL_BASE_URL') ?? LOCAL,
    })
    this.addresses = new Addresses(client)
    this.approvals = new Approvals(client)
    this.campaigns = new Campaigns(client)
    this.contacts = new Contacts(client)
    this.couponLists = new CouponLists(client)
    this.domains = new Domains(client)
    this.emails = new Emails(client)
    this.events = new Events(client)
    this.forms = new Forms(client)
    this.images = new Images(client)
    this.inbox = new Inbox(client)
    this.jobs = new Jobs(client)
    this.keys = new Keys(client)
    this.partials = new Partials(client)
    this.project = new Project(client)
    this.recurringCampaigns = new RecurringCampaigns(client)
    this.reputation = new Reputation(client)
    this.segments = new Segments(client)
    this.service = new Service(client)
    this.suppressions = new Suppressions(client)
    this.templates = new Templates(client)
    this.topics = new Topics(client)
    this.transports = new Transports(client)
    this.webhooks = new Webhooks(client)
    this.workflowExecutions = new WorkflowExecutions(client)
    this.workflows = new Workflows(client)
  }
}

/** Not every runtime has an environment. */
function setting(name: string): string | undefined {
  return (globalThis as Environment).process?.env?.[name] || undefined
}

function checkedKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw new TypeError(
      'Lettermill needs an API key: new Lettermill("sk_…"), or the environment variable LETTERMILL_API_KEY.',
    )
  }
  return key
}
