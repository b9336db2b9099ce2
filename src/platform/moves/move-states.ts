// The states of a move in the databases of both sides (docs/cells.md). The rule that both sides are never active at once rests
// on the order of the commits: the target stays 'arrived' until the source has committed 'left', and nothing leads back from
// there; and the source works again after a pause only by a statement that finds it still 'pausing'.
import type pg from 'pg'
import type { ProjectId } from '../ids.ts'

export type MoveState = 'leaving' | 'pausing' | 'left' | 'arriving' | 'arrived' | 'home'

export type MoveRow = {
  epoch: number
  state: MoveState
  other_url: string | null
  project_name: string
  disabled_at: Date | null
}

type MoveRef = { projectId: ProjectId; epoch: number }

/**
 * The latest move of a project; undefined if it has never moved.
 * @param isLocking waits for a transaction that is changing it: the command of an interrupted move may be gone, its commit not
 */
export async function findMove(
  client: pg.ClientBase,
  projectId: ProjectId,
  { isLocking = false } = {},
): Promise<MoveRow | undefined> {
  const { rows } = await client.query<MoveRow>(
    `select epoch, state, other_url, project_name, disabled_at from project_moves
     where project_id = $1 order by epoch desc limit 1${isLocking ? ' for update' : ''}`,
    [projectId],
  )
  return rows[0]
}

/**
 * Whether links of a project lead to another installation. While a project arrives here, the other one gives it up at some time
 * and then leads here: nobody may be sent back and forth.
 */
export async function isElsewhere(pool: pg.Pool, projectId: string): Promise<boolean> {
  const { rows } = await pool.query<{ state: MoveState }>(
    'select state from project_moves where project_id = $1 order by epoch desc limit 1',
    [projectId],
  )
  return rows[0]?.state === 'left' || rows[0]?.state === 'arriving'
}

type NewMove = MoveRef & {
  state: 'leaving' | 'arriving'
  name: string
  otherUrl: string | null
}

export async function insertMove(client: pg.ClientBase, move: NewMove): Promise<void> {
  await client.query(
    `insert into project_moves (project_id, epoch, state, project_name, other_url) values ($1, $2, $3, $4, $5)`,
    [move.projectId, move.epoch, move.state, move.name, move.otherUrl],
  )
}

/** Ends a move that did not take place. */
export async function deleteMove(client: pg.ClientBase, { projectId, epoch }: MoveRef): Promise<void> {
  await client.query('delete from project_moves where project_id = $1 and epoch = $2', [projectId, epoch])
}

type Transition = MoveRef & { from: MoveState; to: MoveState }

/** Throws unless the move was in the state `from`. */
export async function changeState(
  client: pg.ClientBase,
  { projectId, epoch, from, to }: Transition,
): Promise<void> {
  const { rowCount } = await client.query(
    `update project_moves set state = $4, changed_at = clock_timestamp()
     where project_id = $1 and epoch = $2 and state = $3`,
    [projectId, epoch, from, to],
  )
  if (rowCount !== 1) throw new Error(`The move is not in the state "${from}" any more.`)
}

/** From now on the nodes of the source answer 503 for the project, and leave its work alone. */
export async function pauseProject(
  client: pg.ClientBase,
  { projectId, epoch, pauseMs }: MoveRef & { pauseMs: number },
): Promise<void> {
  await inTransaction(client, async () => {
    const { rowCount } = await client.query(
      `update project_moves as m set state = 'pausing', disabled_at = p.disabled_at, changed_at = clock_timestamp(),
         pause_ends_at = clock_timestamp() + $3 * interval '1 millisecond'
       from projects as p where p.id = m.project_id and m.project_id = $1 and m.epoch = $2 and m.state = 'leaving'`,
      [projectId, epoch, pauseMs],
    )
    if (rowCount !== 1) throw new Error('The project was deleted, or somebody else ended the move.')
    await client.query(
      'update projects set disabled_at = coalesce(disabled_at, clock_timestamp()) where id = $1',
      [projectId],
    )
  })
}

/**
 * The point of no return, in one transaction. Throws if the pause is over: then the project works on the source again, or is
 * about to.
 */
export async function leaveSource(client: pg.ClientBase, { projectId, epoch }: MoveRef): Promise<void> {
  await inTransaction(client, async () => {
    const { rowCount } = await client.query(
      `update project_moves set state = 'left', pause_ends_at = null, changed_at = clock_timestamp()
       where project_id = $1 and epoch = $2 and state = 'pausing' and pause_ends_at > clock_timestamp()`,
      [projectId, epoch],
    )
    if (rowCount !== 1) throw new PauseOverError()
    await client.query(
      `insert into departed_keys (digest, project_id) select digest, project_id from api_keys
       where project_id = $1 and revoked_at is null on conflict do nothing`,
      [projectId],
    )
  })
}

export class PauseOverError extends Error {
  override readonly name = 'PauseOverError'

  constructor() {
    super('The pause ended before the project was handed over')
  }
}

/** All rows are there with this commit, and nothing works on them yet. */
export async function markArrived(
  client: pg.ClientBase,
  { projectId, epoch, disabledAt }: MoveRef & { disabledAt: Date | null },
): Promise<void> {
  await changeState(client, {
    projectId,
    epoch,
    from: 'arriving',
    to: 'arrived',
  })
  await client.query('update project_moves set disabled_at = $3 where project_id = $1 and epoch = $2', [
    projectId,
    epoch,
    disabledAt,
  ])
}

/** The target works from this commit on. */
export async function activateProject(client: pg.ClientBase, { projectId, epoch }: MoveRef): Promise<void> {
  await inTransaction(client, async () => {
    await changeState(client, {
      projectId,
      epoch,
      from: 'arrived',
      to: 'home',
    })
    await client.query('delete from departed_keys where project_id = $1', [projectId])
    await client.query(
      `update projects as p set disabled_at = m.disabled_at from project_moves as m
       where p.id = $1 and m.project_id = p.id and m.epoch = $2`,
      [projectId, epoch],
    )
  })
}

/** The project works on the source again. Returns false if it has left, which nothing undoes. */
export async function endPause(client: pg.ClientBase, { projectId, epoch }: MoveRef): Promise<boolean> {
  return inTransaction(client, async () => {
    const { rows } = await client.query<{
      disabled_at: Date | null
      was_pausing: boolean
    }>(
      `with before as (
         select state from project_moves where project_id = $1 and epoch = $2 and state in ('leaving', 'pausing') for update
       )
       delete from project_moves as m using before where project_id = $1 and epoch = $2
       returning m.disabled_at, before.state = 'pausing' as was_pausing`,
      [projectId, epoch],
    )
    const [ended] = rows
    if (ended?.was_pausing) {
      await client.query('update projects set disabled_at = $2 where id = $1', [projectId, ended.disabled_at])
    }
    return ended !== undefined
  })
}

/** Pauses whose command has ended without a word: their projects work again. Returns these. */
export async function listExpiredPauses(client: pg.ClientBase): Promise<MoveRef[]> {
  const { rows } = await client.query<{ project_id: ProjectId; epoch: number }>(
    `select project_id, epoch from project_moves where state = 'pausing' and pause_ends_at < clock_timestamp()`,
  )
  return rows.map(({ project_id: projectId, epoch }) => ({ projectId, epoch }))
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
