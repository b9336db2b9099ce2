// The limits of the listener, per caller and in total. Every recipient of an email knows a return path that is accepted here,
// so callers may be hostile. A caller over a limit is asked to try again (4xx): mail servers keep a report for days, so a limit
// delays a real bounce but does not lose it.

export type BounceLimits = Record<keyof typeof BOUNCE_LIMITS, number>

export const BOUNCE_LIMITS = {
  /** Our largest emails (10 MB of attachments, a third more on the wire) come back whole from servers that quote them. */
  bytes: 20_000_000,

  /** A report has one return path; some servers put several into one email. */
  recipients: 50,

  /** As many as Postfix allows (smtpd_hard_error_limit). A server with a real bounce has the right address. */
  refusedRecipients: 20,

  /** Each buffers the part of a report that is parsed: 75 MB in all. */
  connections: 300,

  /** As many as Postfix opens to one host (default_destination_concurrency_limit), if it relays to this server. */
  connectionsPerNetwork: 20,

  /**
   * RFC 5321 section 4.5.3.2.7 asks for 5 minutes; a minute is enough for any server with a report.
   */
  idleMs: 60_000,

  /** Enough for the largest report over a slow line (0.5 Mbit/s). Servers with more reports connect again. */
  sessionMs: 5 * 60_000,

  /**
   * Work in milliseconds: a tenth of a core, with bursts of two seconds. This allows about ten ordinary reports per second
   * from one address, more than a relay in front of this server needs.
   */
  networkBurstMs: 2_000,
  networkMsPerSecond: 100,

  /** One email has a few reports: delayed, then failed, or twice because our reply was lost. */
  reportsPerReturnPath: 10,
  returnPathPerSecond: 10 / 3_600,

  /**
   * The worst known report takes a quarter of a second of work, an ordinary one a few milliseconds. The rest allows for a busy
   * machine, on which a thread waits for a core.
   */
  readMs: 8_000,

  /**
   * A report that cannot be parsed in time is postponed this often per day and return path, because the node may just be
   * busy. After that it is accepted and dropped, or its sender would retry for days.
   */
  unreadablePerDay: 2,
}
