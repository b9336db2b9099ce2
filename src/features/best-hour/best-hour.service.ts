import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { zoneOf } from '../../platform/time/zone-of.ts'
import { findContact } from '../contacts/index.ts'
import { findProject } from '../projects/index.ts'
import { BEST_HOUR_DAYS, habitOf, hourText, LEAST_EVENTS } from './best-hour.ts'
import { listOpenTimes } from './best-hour.queries.ts'
import type { ContactBestHour } from './best-hour.schema.ts'

/** @throws AppError CONTACT_NOT_FOUND */
export async function readBestHour(
  db: Db | Trx,
  { projectId, contactId, now }: { projectId: ProjectId; contactId: ContactId; now: Date },
): Promise<z.input<typeof ContactBestHour>> {
  const contact = await findContact(db, { projectId, contactId })
  if (!contact) throw new AppError('CONTACT_NOT_FOUND')
  const project = await findProject(db, { projectId })
  const timezone = zoneOf(contact.data, project?.timezone ?? 'UTC')
  const opens = await listOpenTimes(db, { projectId, contactIds: [contactId], until: now })
  const { hour, events } = habitOf(opens.get(contactId) ?? [], { now: now.getTime(), timeZone: timezone })
  return {
    hour: hour === null ? null : hourText(hour),
    events,
    needed: LEAST_EVENTS,
    days: BEST_HOUR_DAYS,
    timezone,
  }
}
