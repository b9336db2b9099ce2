// The records that every source yields, whatever it calls them, and that the writer puts into Lettermill.

export type GroupRecord = {
  kind: 'group'
  /** Identifies the group among those of the source. */
  id: string
  name: string
  description?: string | undefined
  /** A topic is what people choose; a segment is a list that they do not see. */
  as: 'topic' | 'segment'
  /** A topic that subscribed contacts are in until they leave it. */
  isImplied?: boolean
}

/**
 * LEFT: unsubscribed. NEVER_ASKED: has not agreed, or not confirmed yet. UNKNOWN: the source does not say; a contact that is here keeps its
 * state, and a new one is NEVER_ASKED.
 */
export type ContactState = 'SUBSCRIBED' | 'LEFT' | 'NEVER_ASKED' | 'UNKNOWN'

export type ContactRecord = {
  kind: 'contact'
  email: string
  state: ContactState
  data: Record<string, unknown>
  /** Groups that came before. False: the contact has left the group. */
  groups: { id: string; isIn: boolean }[]
}

/** One membership of a contact that came before, from a source that lists members group by group. */
export type MemberRecord = { kind: 'member'; email: string; group: string }

export type SuppressionReason = 'hard_bounce' | 'complaint' | 'soft_bounces' | 'manual'

export type SuppressionRecord = { kind: 'suppression'; email: string; reason: SuppressionReason }

/** A part of a template that was not translated. */
export type UntranslatedPart = {
  line: number
  source: string
  reason: string
  /** A condition or a loop: without it the template would say something else, so it is left out. */
  isBlock?: boolean
}

export type TemplateRecord = {
  kind: 'template'
  /** The alias under which it is found again. */
  alias: string
  name: string
  subject: string
  body: string
  text?: string | undefined
  type: 'TRANSACTIONAL' | 'MARKETING'
  untranslated: UntranslatedPart[]
}

/** A frame around emails: a partial with a block. */
export type LayoutRecord = {
  kind: 'layout'
  /** The key under which it is found again. */
  key: string
  name: string
  body: string
  untranslated: UntranslatedPart[]
}

export const RECORD_KINDS = [
  'contacts',
  'topics',
  'segments',
  'suppressions',
  'templates',
  'layouts',
  'workflows',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** A workflow that is switched off, in the form of POST /workflows. */
export type WorkflowRecord = { kind: 'workflow'; draft: { name: string } & Record<string, unknown> }

/** A record of the source that Lettermill does not take. */
export type LeftOutRecord = { kind: 'left out'; of: RecordKind; reason: string; example: string }

/** How many records the source says it has. */
export type CountRecord = { kind: 'count'; of: RecordKind; count: number }

export type SourceRecord =
  | GroupRecord
  | ContactRecord
  | MemberRecord
  | SuppressionRecord
  | TemplateRecord
  | LayoutRecord
  | WorkflowRecord
  | LeftOutRecord
  | CountRecord

/** Yields groups before the contacts that are in them. */
export type Source = {
  /** The name of the service. */
  name: string
  /** Its address or its file, without secrets. */
  from: string
  records: AsyncIterable<SourceRecord>
}
