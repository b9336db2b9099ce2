import type { Call } from '../../command.ts'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import { createReceipt, receiptText } from './receipt.ts'
import type { Source } from './records.ts'
import { writeRecords } from './writer/write-records.ts'

/** Moves everything that the source yields, and prints the receipt. */
export async function runMoveIn(call: Call, { name, from, records }: Source): Promise<void> {
  const isDryRun = call.isOn('dry-run')
  const receipt = createReceipt({ source: name, from, dryRun: isDryRun })
  const bar = createProgressBar('Contacts')
  const onContact = (done: number) => {
    if (done % 1_000 === 0) bar.update({ done, total: receipt.get().counts.contacts?.there ?? null })
  }
  try {
    await writeRecords(records, { call, receipt, isDryRun, onContact })
  } catch (error) {
    bar.end()
    call.output.note(
      `${receiptText(receipt.get())}\nIt is not complete. Run the command again: it finds what is here already.`,
    )
    throw error
  }
  bar.end()
  call.output.record(receipt.get(), () => receiptText(receipt.get()))
  if (isDryRun) call.output.note('This was a dry run: nothing was changed.')
}
