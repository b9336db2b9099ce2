// What one caller may take of the listener, and all of them together. Everybody who ever got an email of ours knows a
// return path that is accepted here, so nothing may rest on good will. A caller that meets a limit is told to come again
// (4xx): mail servers keep a report for days, so that a limit delays a real bounce and does not lose it.

export type BounceLimits = Record<keyof typeof BOUNCE_LIMITS, number>

export const BOUNCE_LIMITS = {
  /** Our largest emails (10 MB of attachments, a third more on the wire) come back whole from servers that quote them. */
  bytes: 20_000_000,

  /** A report has one return path. Some servers put several into one email. */
  recipients: 50,

  /** As many as Postfix allows (smtpd_hard_error_limit). A server with a real bounce has the right address. */
  refusedRecipients: 20,

  /** Each may hold as much of a report as is read: 75 MB in all. */
  connections: 300,

  /** What Postfix opens to one host (default_destination_concurrency_limit), when it stands in front as a relay. */
  connectionsPerNetwork: 20,

  /**
   * RFC 5321 section 4.5.3.2.7 asks for 5 minutes of patience. Here a minute is enough for any server that has something
   * to say.
   */
  idleMs: 60_000,

  /** The largest report over a slow line (0.5 Mbit/s). Servers with more to say connect again. */
  sessionMs: 5 * 60_000,

  /**
   * Work in milliseconds: a tenth of a core, and two seconds of it at once. That is about ten ordinary reports a second
   * from one address, for as long as it likes, which is more than a relay in front of this server has to pass on.
   */
  networkBurstMs: 2_000,
  networkMsPerSecond: 100,

  /** One email is reported on a few times: delayed, then failed, or twice because our answer was lost. */
  reportsPerReturnPath: 10,
  returnPathPerSecond: 10 / 3_600,

  /**
   * The worst report that we know takes a quarter of a second of work, an ordinary one a few milliseconds. The rest is for
   * a machine that is busy otherwise, where a thread waits long for a core.
   */
  readMs: 8_000,

  /**
   * A report that cannot be read in time is put off this often per day and return path, because the node may just be
   * busy. After that it is taken and dropped: nobody could read it, and its sender would try again for days.
   */
  unreadablePerDay: 2,
}
