// Puts the records of a source into Lettermill, in the order in which they come, and counts them for the receipt.
import type { Call } from '../../../command.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { SourceRecord } from '../records.ts'
import { createContactBatches } from './contact-batches.ts'
import { createContentWriter } from './content.ts'
import { createGroups } from './groups.ts'
import { createSuppressionBatches } from './suppression-batches.ts'

type WriteOptions = {
  call: Call
  receipt: ReceiptBuilder
  isDryRun: boolean
  /** Smaller in tests. */
  batchRows?: number
  onContact: (read: number) => void
}

export async function writeRecords(
  records: AsyncIterable<SourceRecord>,
  { call, receipt, isDryRun, onContact, batchRows }: WriteOptions,
): Promise<void> {
  const shared = { call, receipt, isDryRun }
  const groups = createGroups(shared)
  const suppressions = createSuppressionBatches(shared)
  const contacts = createContactBatches({ ...shared, groups, ...(batchRows && { batchRows }) })
  const content = createContentWriter(shared)
  let read = 0
  const write = async (record: SourceRecord): Promise<void> => {
    switch (record.kind) {
      case 'group':
        return groups.add(record)
      case 'contact':
        receipt.read('contacts')
        onContact((read += 1))
        return contacts.add(record)
      case 'member':
        return contacts.addMember(record)
      case 'suppression':
        return suppressions.add(record)
      case 'template':
        return content.addTemplate(record)
      case 'layout':
        return content.addLayout(record)
      case 'workflow':
        return content.addWorkflow(record)
      case 'left out':
        receipt.read(record.of)
        return receipt.leftOut(record.of, { reason: record.reason, example: record.example })
      case 'count':
        return receipt.there(record.of, record.count)
    }
  }
  for await (const record of records) {
    call.signal.throwIfAborted()
    await write(record)
  }
  await suppressions.end()
  await contacts.end()
}
