// Bounds of reports about a domain. Anybody can send one, and what they send is read by programs that were made for honest
// files. With these bounds the worst file takes less than 2 s and 64 MB (hostile-reports.test.ts measures it).

export const REPORT_LIMITS = {
  /** A report on 10,000 sources is some 300 kB when it is compressed. */
  emailBytes: 3_000_000,

  /** The MIME parser takes 15 microseconds per line; lines of base64 have 76 characters. */
  emailLines: 50_000,

  /** Beside the words for people there is one report; some reporters add a picture. */
  attachments: 5,

  /** Files in an archive: one is allowed (RFC 9990 section 3.3), some reporters add a folder. */
  archiveEntries: 4,

  /** Several times a large report: 30,000 records of 500 bytes. */
  expandedBytes: 16_000_000,

  /** JSON is parsed as a whole. A TLS report has a few entries per mail server of the domain. */
  jsonBytes: 2_000_000,

  records: 50_000,

  /** The deepest element of RFC 9990 is five levels down; extensions may add some. */
  depth: 16,

  /** Domains have 253 characters, report ids some dozens. */
  textLength: 1_000,

  /** Characters without the end of a tag, a comment or a text: the parser keeps them in memory. */
  tokenLength: 200_000,

  /** Messages in a record. More than anybody sends in a day, and far from what a bigint holds. */
  messages: 1_000_000_000_000,

  /** Reports cover a day; RFC 7489 allows other intervals. */
  rangeSeconds: 31 * 86_400,

  /** Failures listed in a TLS report. */
  failures: 1_000,
  policies: 100,
} as const

export type ReportLimits = Record<keyof typeof REPORT_LIMITS, number>
