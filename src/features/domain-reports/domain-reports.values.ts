export const REPORT_KINDS = ['dmarc', 'tls'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Reports are kept this long: a year can be compared with the month before it. */
export const KEPT_MONTHS = 13

/** In place of the smallest sources of a long report. */
export const OTHER_SOURCES = '0.0.0.0'

/** The result of TLS sessions that succeeded. */
export const TLS_SUCCESS = 'success'

/** The roles of an address that sends as a domain. */
export const SOURCE_KINDS = ['ours', 'ours-failing', 'forwarder', 'service', 'unknown'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Policies that receivers act upon. */
export const STRICT_POLICIES = ['quarantine', 'reject'] as const
export type StrictPolicy = (typeof STRICT_POLICIES)[number]

/** The event of each kind of alert. */
export const ALERT_EVENTS = {
  'new-source': 'email.unknown_source',
  alignment: 'email.alignment_dropped',
  tls: 'email.tls_failing',
} as const
