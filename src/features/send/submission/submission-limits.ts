// Limits of SMTP submission, per client and in total. Clients that have not signed in get few resources and can be
// disconnected at any time; the others belong to a project, whose requests are limited like those over HTTP.

export type SubmissionLimits = Record<keyof typeof SUBMISSION_LIMITS, number>

export const SUBMISSION_LIMITS = {
  /** Each takes about 50 kB with its encryption: 50 MB in total. */
  connections: 1_000,

  /** Connections that have signed in: it takes several projects to use up all of them. */
  connectionsPerProject: 200,

  /** Work in milliseconds that the commands of a project may take: 15,000 commands per second, with bursts. */
  projectBurstMs: 2_000,
  projectMsPerSecond: 300,

  /** Web servers with a process per request open one each. Pools of mailers have five to twenty. */
  connectionsPerNetwork: 100,

  /** Mailers sign in with their second or third command. */
  sessionMs: 30_000,

  /** The largest email over a slow line (0.5 Mbit/s takes five minutes). */
  commandMs: 10 * 60_000,

  /** Before and after a caller has signed in. Pools keep a connection for the next email; RFC 5321 asks for five minutes. */
  idleMs: 30_000,
  signedInIdleMs: 5 * 60_000,

  /**
   * Work in milliseconds for callers that have not signed in: fifty connections per second from one address, and two hundred
   * at once. Trusted networks have no such limit.
   */
  networkBurstMs: 1_000,
  networkMsPerSecond: 250,

  /** People who set up a mailer try again by hand; programs with a wrong password never succeed. */
  wrongPasswordsPerSession: 3,

  /**
   * Wrong passwords in all, on this node. While there are more, callers from networks that have just sent a wrong one are not
   * looked up, so that guessing from a thousand addresses does not keep the database busy.
   */
  wrongPasswordsPerSecond: 50,
  wrongPasswordsAtOnce: 200,

  /** Concurrent key lookups for clients that sign in; their networks take turns. */
  lookUpsAtOnce: 4,

  /** Emails in memory while they are received and parsed. */
  heldBytes: 256 * 1_048_576,
  heldBytesPerProject: 64 * 1_048_576,
}
