// The server of docs/deployment.md below a scratch folder. Programs that would change this machine, or need systemd, have
// stand-ins that do the same there; git, the installation of packages and the place of the settings are those of this checkout.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { ROOT } from '../harness/node-process.ts'

export type InstalledServer = {
  /** Runs shell commands of a page as root would, and returns what they print. */
  paste(text: string): Promise<string>
  readJournal(): string
}

/** @param settings win over /etc/lettermill.env, as the environment does */
export function prepareMachine(root: string, settings: Record<string, string>): InstalledServer {
  const programs = path.join(root, 'programs')
  for (const folder of ['programs', 'etc/systemd/system', 'etc/cron.d', 'srv', 'var/lib/lettermill']) {
    mkdirSync(path.join(root, folder), { recursive: true })
  }
  for (const [name, text] of Object.entries(standIns(root))) {
    writeFileSync(path.join(programs, name), `#!/usr/bin/env bash\nset -e\n${text}\n`, { mode: 0o755 })
  }
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: root, ...settings }
  return {
    async paste(text) {
      const script = `set -e\ncd '${root}'\n${below(root, text)}`
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { env })
      return stdout
    },
    readJournal: () => readFileSync(path.join(root, 'journal'), 'utf8'),
  }
}

const FOLDERS = /(?<![\w.'}])\/(srv|etc|var\/lib|backups)(?=[/\s]|$)/gm

/** Absolute paths of the page, below the root of the test. */
export const below = (root: string, text: string): string => text.replaceAll(FOLDERS, `${root}/$1`)

function standIns(root: string): Record<string, string> {
  const settings = `--env '${root}/etc/lettermill.env'`
  const node = `'${process.execPath}' ${NODE_FLAGS.join(' ')}`
  return {
    useradd: ':',
    sudo: 'shift 2; exec "$@"',
    // Without the owner, a folder for one user only would be closed to that of the database.
    install: `args=()
while (($#)); do case $1 in -o | -g) shift 2 ;; 700) args+=(711); shift ;; *) args+=("$1"); shift ;; esac; done
exec /usr/bin/install "\${args[@]}"`,
    git: `case $1 in
  clone) cd '${ROOT}' && mkdir -p "$3" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$3" && ln -s '${ROOT}/node_modules' "$3/node_modules" ;;
  pull) test -f package.json ;;
  *) exec /usr/bin/git "$@" ;;
esac`,
    npx: `shift; exec ${node} src/main.ts "$@" ${settings}`,
    journalctl: `cat '${root}/journal'`,
    systemctl: `cd '${root}'
unit=etc/systemd/system/lettermill.service
start() {
  grep -qx 'ExecStart=/usr/bin/env node bin/lettermill.mjs start' "$unit"
  : > journal
  (cd srv/lettermill && exec ${node} src/main.ts start ${settings} >> '${root}/journal' 2>&1) & echo $! > pid
  until grep -q 'is ready' journal; do kill -0 "$(cat pid)"; sleep 0.1; done
}
stop() {
  kill "$(cat pid)"
  while kill -0 "$(cat pid)" 2> /dev/null; do sleep 0.1; done
}
case $1 in
  enable | start) start ;;
  restart) stop; start ;;
  stop) stop ;;
esac`,
  }
}
