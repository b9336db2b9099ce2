import { SERVER_PORT, type Layout } from './data-folder/layout.ts'

/** Every one of these may be overridden by the caller's settings. */
const DEFAULTS: Record<string, string> = {
  // A process with a pool of 20 and as many threads that send as there can be (32, with three connections each), and three
  // more pools with a person at a prompt. Each unused place costs some 20 kB of shared memory; too few would refuse a
  // worker at the worst moment.
  max_connections: '200',
  // The hot tables (emails under way, contacts of a campaign) and their indexes stay in memory, and a machine of 1 GB
  // can still give it; the rest is the system's file cache.
  shared_buffers: '256MB',
  // An email that was accepted must survive a power cut: with any of these two off, an answered request could be lost.
  fsync: 'on',
  synchronous_commit: 'on',
  // A campaign of a million emails writes some GB of log. At the default of 1GB checkpoints come early and each one
  // makes the next write of every page a full page; 2GB of disk is the price, and a longer recovery after a crash.
  max_wal_size: '2GB',
  // We give the server a file for its output; its own collector would be one process more and files of its own.
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  // The log is for people and lives longer than a contact: errors without the row that was refused (DETAIL), the place
  // in a COPY (CONTEXT), the statement and its values. Our own log has the statement's place in the code.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Not to be overridden: the address we return rests on them, that no network reaches the server, and that we find
 *  its processes again. */
const fixedSettings = (layout: Layout): Record<string, string> => ({
  listen_addresses: '',
  port: String(SERVER_PORT),
  // a list of folders, in which a comma separates and quotes are doubled
  unix_socket_directories: `"${layout.socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  cluster_name: layout.clusterName,
})

/** The arguments of the server. An adopted one is compared with these, so their order must not depend on anything. */
export function serverArguments(layout: Layout, overrides: Record<string, string>): string[] {
  const settings = { ...DEFAULTS, ...overrides, ...fixedSettings(layout) }
  return [
    '-D',
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
