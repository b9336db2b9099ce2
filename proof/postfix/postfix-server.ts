// A Postfix of its own: its settings, its queue and its mailbox are in one folder, and it demands STARTTLS.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeSelfSignedCertificate } from '../../src/platform/email/smtp/server/self-signed.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const DAY_MS = 86_400_000
const LOG = 'postfix.log'

export type Postfix = {
  /** The emails in its mailbox, from the first Received line on. */
  emails(): string[]
  /** The lines that its SMTP server has logged. */
  smtpLog(): string[]
  stop(): Promise<void>
}

export class MissingPackageError extends Error {}

type PostfixOptions = { folder: string; address: string; port: number; domain: string }

/** @throws {MissingPackageError} */
export async function startPostfix({ folder, address, port, domain }: PostfixOptions): Promise<Postfix> {
  await requirePostfix()
  const [settings, mail] = [path.join(folder, 'etc'), path.join(folder, 'mail')]
  for (const one of [settings, mail, path.join(folder, 'queue'), path.join(folder, 'data')]) mkdirSync(one)
  // Postfix delivers as another user.
  chmodSync(mail, 0o777)
  await run('chown', ['postfix', path.join(folder, 'data')])
  const { certificate, key } = await makeSelfSignedCertificate(`mx.${domain}`, {
    from: new Date(Date.now() - DAY_MS),
    until: new Date(Date.now() + DAY_MS),
  })
  writeFileSync(path.join(settings, 'cert.pem'), certificate)
  writeFileSync(path.join(settings, 'key.pem'), key, { mode: 0o600 })
  writeFileSync(path.join(settings, 'main.cf'), await mainSettings({ folder, address, domain }))
  writeFileSync(path.join(settings, 'master.cf'), masterSettings({ address, port }))
  await run('postfix', ['-c', settings, 'start'])
  await until(() => existsSync(path.join(folder, 'queue/pid/master.pid')), {
    what: 'Postfix has started',
    limitMs: 30_000,
  })
  const mailbox = path.join(mail, 'mailbox')
  return {
    emails: () =>
      existsSync(mailbox)
        ? readFileSync(mailbox, 'utf8')
            .split(/^From .*\n/m)
            .slice(1)
        : [],
    smtpLog: () =>
      readFileSync(path.join(folder, LOG), 'utf8')
        .split('\n')
        .filter((line) => /postfix\/smtpd\[\d+\]: /.test(line)),
    async stop() {
      await run('postfix', ['-c', settings, 'stop'])
    },
  }
}

async function requirePostfix(): Promise<void> {
  const isThere = await run('postconf', ['mail_version']).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    throw new MissingPackageError(
      'proof:postfix needs Postfix. Install it (Debian: apt-get install postfix), and have /usr/sbin in PATH.',
    )
  }
  if (process.getuid?.() !== 0) {
    throw new MissingPackageError('proof:postfix starts Postfix, which only root may do.')
  }
}

async function mainSettings({ folder, address, domain }: Omit<PostfixOptions, 'port'>): Promise<string> {
  const { stdout: daemons } = await run('postconf', ['-d', '-h', 'daemon_directory'])
  const { stdout: user } = await run('id', ['-u', 'postfix'])
  const { stdout: group } = await run('id', ['-g', 'postfix'])
  return Object.entries({
    compatibility_level: '3.6',
    daemon_directory: daemons.trim(),
    queue_directory: `${folder}/queue`,
    data_directory: `${folder}/data`,
    maillog_file: path.join(folder, LOG),
    maillog_file_prefixes: folder,
    myhostname: `mx.${domain}`,
    mydestination: '',
    mynetworks: '127.0.0.0/32',
    inet_interfaces: address,
    inet_protocols: 'ipv4',
    alias_maps: '',
    virtual_mailbox_domains: domain,
    virtual_mailbox_base: `${folder}/mail`,
    virtual_mailbox_maps: 'static:mailbox',
    virtual_minimum_uid: '1',
    virtual_uid_maps: `static:${user.trim()}`,
    virtual_gid_maps: `static:${group.trim()}`,
    virtual_mailbox_limit: '0',
    // Postfix warns if reverse DNS does not know this machine, which is not part of the proof.
    smtpd_peername_lookup: 'no',
    smtpd_tls_cert_file: `${folder}/etc/cert.pem`,
    smtpd_tls_key_file: `${folder}/etc/key.pem`,
    smtpd_tls_security_level: 'encrypt',
    smtpd_tls_received_header: 'yes',
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

/** The services of every Postfix that receives and keeps email. */
const masterSettings = ({ address, port }: Pick<PostfixOptions, 'address' | 'port'>): string =>
  [
    `${address}:${port} inet n - n - - smtpd`,
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'proxymap unix - - n - - proxymap',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n')
