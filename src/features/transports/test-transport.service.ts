import type { z } from 'zod'
import { testMxTransport } from './mx/test-mx.service.ts'
import type { MxTestTools } from './mx/test-mx.service.ts'
import { testSesTransport } from './ses/test-ses.service.ts'
import { testSmtpTransport } from './smtp/test-smtp.service.ts'
import type { SmtpServerTools } from './smtp/smtp-server-of.ts'
import type { TransportRow } from './transports.queries.ts'
import type { TransportTest } from './transports.schema.ts'

/** Finds out whether the server of a transport would take email, without sending any. */
export function testTransport(
  row: TransportRow,
  tools: SmtpServerTools & MxTestTools,
): Promise<z.infer<typeof TransportTest>> {
  switch (row.type) {
    case 'smtp':
      return testSmtpTransport(row, tools)
    case 'ses':
      return testSesTransport(row, tools)
    case 'mx':
      return testMxTransport(row, tools)
  }
}
