// Writes everything that is stored about one person as one JSON document. It holds one page in memory; each page is a
// statement of its own.
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { listRecords, SECTION_NAMES } from './personal-data.queries.ts'
import type { PersonRef, SectionName } from './personal-data.queries.ts'

// An email with its history has some kilobytes.
const PAGE_ROWS = 200

/** `contact`: its record, as the API shows it. */
export async function* exportPersonalData(
  db: Db | Trx,
  { person, contact }: { person: PersonRef; contact: object },
): AsyncGenerator<string> {
  yield `{"contact":${JSON.stringify(contact)}`
  for (const section of SECTION_NAMES) {
    yield `,\n${JSON.stringify(section)}:[`
    yield* writeRecords(db, { section, person })
    yield ']'
  }
  yield '}\n'
}

async function* writeRecords(
  db: Db | Trx,
  { section, person }: { section: SectionName; person: PersonRef },
): AsyncGenerator<string> {
  let separator = '\n'
  let after: string | undefined
  for (;;) {
    const records = await listRecords(db, { section, person, after, limit: PAGE_ROWS })
    for (const { json } of records) {
      await heavyTurn(person.projectId)
      yield separator + json
      separator = ',\n'
    }
    after = records.at(-1)?.id
    if (records.length < PAGE_ROWS) return
  }
}
