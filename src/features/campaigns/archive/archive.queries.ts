// Reads for the public pages of the archive. A campaign is shown from the moment at which it can no longer return to DRAFT.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { CampaignId, ProjectId } from '../../../platform/ids.ts'

/** The archive of a project as everybody may see it. */
export type PublicArchive = {
  projectId: ProjectId
  token: string
  title: string | null
  projectName: string
  postalAddress: string | null
  /** Such as #1d4ed8. */
  brandColor: string | null
  locale: string
  timezone: string
  /** The settings, which emails may print, have not changed since. */
  updatedAt: Date
}

/** By its token alone, which is its address. Undefined for an archive that is off, or whose project is disabled. */
export async function findArchive(db: Db, { token }: { token: string }): Promise<PublicArchive | undefined> {
  const { rows } = await sql<PublicArchive>`
    select id as "projectId", archive_token as token, archive_title as title, name as "projectName",
      postal_address as "postalAddress", brand_color as "brandColor", locale, timezone, updated_at as "updatedAt"
    from projects where archive_token = ${token} and archive_enabled and disabled_at is null`.execute(db)
  return rows[0]
}

/** A campaign of the archive without its body. */
export type ArchivedCampaign = {
  id: CampaignId
  slug: string
  /** With its Liquid. */
  subject: string
  isPlain: boolean
  /** The index of the variant that is shown; 0 is the campaign itself. */
  variant: number
  startedAt: Date
}

const archivedCampaigns = ({ projectId, now }: { projectId: ProjectId; now: Date }) => sql`
  select id, archive_token as slug, is_plain as "isPlain", coalesce(winner, 0) as variant, started_at as "startedAt",
    coalesce(case when winner > 0 then variants -> (winner - 1) ->> 'subject' end, subject) as subject
  from campaigns
  where project_id = ${projectId} and archived
    and (status = 'SENT' or (status = 'SENDING' and leaves_at <= ${now}))`

type ArchiveView = { projectId: ProjectId; now: Date }

/** Newest first. */
export async function listArchived(
  db: Db,
  { limit, offset, ...view }: ArchiveView & { limit: number; offset: number },
): Promise<ArchivedCampaign[]> {
  const { rows } = await sql<ArchivedCampaign>`
    ${archivedCampaigns(view)} order by started_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findArchived(
  db: Db,
  { slug, ...view }: ArchiveView & { slug: string },
): Promise<ArchivedCampaign | undefined> {
  const { rows } = await sql<ArchivedCampaign>`
    ${archivedCampaigns(view)} and archive_token = ${slug}`.execute(db)
  return rows[0]
}
