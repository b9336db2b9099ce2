import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Projects } from '../../platform/db/tables.ts'
import type { TemplateId } from '../../platform/ids.ts'
import { lacksConfirmationSender } from './double-opt-in.schema.ts'
import type { DoubleOptIn } from './double-opt-in.schema.ts'
import type { ProjectPatch } from './projects.schema.ts'

type Row = Selectable<Projects>

export const doubleOptInOf = (row: Row): z.infer<typeof DoubleOptIn> => ({
  enabled: row.double_opt_in,
  templateId: row.confirmation_template_id,
  redirectUrl: row.confirmation_redirect_url,
  expiresDays: row.confirmation_days,
})

/** The columns of the given settings; undefined ones stay as they are. */
export const toDoubleOptInColumns = ({ doubleOptIn }: z.infer<typeof ProjectPatch>) => ({
  double_opt_in: doubleOptIn?.enabled,
  confirmation_template_id: doubleOptIn?.templateId as TemplateId | null | undefined,
  confirmation_redirect_url: normalized(doubleOptIn?.redirectUrl),
  confirmation_days: doubleOptIn?.expiresDays,
})

/** In ASCII and without line breaks, as a header needs it. */
const normalized = (url: string | null | undefined) => (url ? new URL(url).href : url)

const NO_SENDER =
  'Double opt-in is on, but the project has no sender (defaultFrom): no confirmations are sent, and nobody can subscribe by a form or a public key.'

export const doubleOptInWarnings = (row: Row): string[] =>
  lacksConfirmationSender({ doubleOptIn: doubleOptInOf(row), defaultFrom: row.default_from })
    ? [NO_SENDER]
    : []
