import { SERVER_PORT, type Layout } from './data-folder/layout.ts'

/** The caller's settings can override all of these. */
const DEFAULTS: Record<string, string> = {
  // One process with a pool of 20 and the maximum of sending threads (32, with three connections each), and three more
  // pools with a person at a prompt. Each unused connection costs some 20 kB of shared memory; too few would refuse a
  // worker at the worst moment.
  max_connections: '200',
  // The hot tables (queued emails, contacts of a campaign) and their indexes stay in memory, and a machine of 1 GB can
  // afford it; the rest is the system's file cache.
  shared_buffers: '256MB',
  // An accepted email must survive a power cut: with either of these off, an acknowledged request could be lost.
  fsync: 'on',
  synchronous_commit: 'on',
  // A campaign of a million emails writes some GB of WAL. At the default of 1GB checkpoints come early, and each one makes
  // the next write of every page a full page; the price is 2GB of disk, and a longer recovery after a crash.
  max_wal_size: '2GB',
  // The server writes its output to a file we open; its own collector would be one more process with its own files.
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  // The log is for people and outlives a contact: errors without the refused row (DETAIL), the place in a COPY (CONTEXT),
  // the statement and its values. Our own log has the statement's place in the code.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Cannot be overridden: the address we return, the isolation from the network, and finding its processes depend on them. */
const fixedSettings = (layout: Layout): Record<string, string> => ({
  listen_addresses: '',
  port: String(SERVER_PORT),
  // a list of folders, separated by commas, with doubled quotes
  unix_socket_directories: `"${layout.socketDir.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  cluster_name: layout.clusterName,
})

/** The arguments of the server. An adopted one is compared with these, so their order must be fixed. */
export function serverArguments(layout: Layout, overrides: Record<string, string>): string[] {
  const settings = { ...DEFAULTS, ...overrides, ...fixedSettings(layout) }
  return [
    '-D',
    layout.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
