import type { Outcome } from '../../api/client/each.ts'
import type { Verification } from '../../api/verify.ts'
import { saveFile } from '../../patterns/save-file.ts'

/** One column per flag; cells that a spreadsheet would run as a formula are escaped. */
export async function downloadResults(outcomes: readonly Outcome<Verification>[]): Promise<void> {
  const { unparse } = await import('papaparse')
  const rows = outcomes.map((outcome) =>
    'value' in outcome
      ? { ...outcome.value, reasons: outcome.value.reasons.join(' ') }
      : { email: outcome.item },
  )
  saveFile('verified.csv', unparse(rows, { escapeFormulae: true }))
}
