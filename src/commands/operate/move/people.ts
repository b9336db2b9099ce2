import type pg from 'pg'
import type { ProjectId } from '../../../platform/ids.ts'

export type People = {
  /** Their ids on the target by their ids on the source. */
  ids: ReadonlyMap<string, string>
  /** Addresses of members who have no account on the target. */
  leftOut: string[]
}

/** Members of the project, matched by their address. Their passwords and sessions belong to each installation. */
export async function matchPeople({
  source,
  target,
  projectId,
}: {
  source: pg.Client
  target: pg.Client
  projectId: ProjectId
}): Promise<People> {
  const { rows: members } = await source.query<{ id: string; email: string }>(
    `select u.id, u.email from members as m join users as u on u.id = m.user_id
     where m.project_id = $1 order by u.email`,
    [projectId],
  )
  const { rows: accounts } = await target.query<{ id: string; email: string }>(
    'select id, email from users where email = any ($1)',
    [members.map(({ email }) => email)],
  )
  const idOf = new Map(accounts.map(({ id, email }) => [email, id]))
  const found = members.flatMap(({ id, email }) => {
    const there = idOf.get(email)
    return there === undefined ? [] : [[id, there] as const]
  })
  const leftOut = members.filter(({ email }) => !idOf.has(email)).map(({ email }) => email)
  return { ids: new Map(found), leftOut }
}
