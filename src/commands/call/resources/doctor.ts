import type { Call, CallCommand } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { checkClock, checkKeyScopes, checkReachable, checkReady, checkVersion } from './doctor-server.ts'
import { checkDomains, checkProject, checkTransports, checkWebhooks } from './doctor-project.ts'
import type { Check, CheckFinding } from './doctor-check.ts'

const SERVER_CHECKS: readonly Check[] = [checkReachable, checkReady, checkVersion, checkClock, checkKeyScopes]
const PROJECT_CHECKS: readonly Check[] = [checkProject, checkDomains, checkTransports, checkWebhooks]

/** One after the other; what a failed check makes pointless is left out. */
async function findAll(call: Call): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  for (const check of [...SERVER_CHECKS, ...PROJECT_CHECKS]) {
    call.signal.throwIfAborted()
    const found = await runCheck(check, call)
    findings.push(...found)
    if (found.some(({ endsAll }) => endsAll)) break
  }
  return findings
}

async function runCheck(check: Check, call: Call): Promise<CheckFinding[]> {
  try {
    return await check.run(call)
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    const isForbidden = error.exitStatus === EXIT.access
    return [
      {
        check: check.name,
        result: isForbidden ? 'skipped' : 'failed',
        detail: error.message,
        remedy: isForbidden
          ? 'Use a key with the scope full to check this.'
          : 'See the message, and the log of the server.',
      },
    ]
  }
}

export const doctorCommand: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'doctor',
  summary: 'Check the server, the key, domains, transports and webhooks, and say how to fix what is wrong',
  async run(call) {
    const findings = (await findAll(call)).map(({ endsAll: _endsAll, ...finding }) => finding)
    if (call.output.isJson) call.output.record({ ok: findings.every(isFine), findings })
    else for (const finding of findings) call.output.line(finding, () => textOf(finding))
    if (findings.every(isFine)) return
    throw new CommandFailure('There is something to fix.', { exitStatus: EXIT.failure })
  },
}

const isFine = ({ result }: CheckFinding): boolean => result !== 'failed'

const MARKS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', skipped: 'skipped' }

function textOf({ check, result, detail, remedy }: CheckFinding): string {
  const [first, ...rest] = [
    `${MARKS[result]}  ${check}: ${detail}`,
    ...(remedy === null ? [] : [`→ ${remedy}`]),
  ]
  return [first, ...rest.flatMap((line) => line.split('\n')).map((line) => `         ${line}`)].join('\n')
}
