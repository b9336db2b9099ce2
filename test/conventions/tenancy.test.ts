import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnboundQueries } from './tenant-queries.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Functions that work on rows of all projects, and why they may. */
const EXCEPTIONS: Record<string, string> = {
  'src/features/accounts/audit/audit.queries.ts: deleteOldAuditEntries': 'housekeeping by age, from a job',
  'src/features/accounts/members/invitations.queries.ts: deleteOldInvitations':
    'housekeeping by age, from a job',
  'src/features/accounts/members/invitations.queries.ts: findInvitation':
    'finds out which project an invitation belongs to; its token decides',
  'src/features/accounts/members/invitations.queries.ts: listInvitationsOf':
    'finds out which projects a person is invited to; their address is proved',
  'src/features/accounts/members/members.queries.ts: listMembershipsOf':
    'finds out which projects a person belongs to',
  'src/features/accounts/password-reset/password-reset.queries.ts: listSenderProjects':
    'finds a project of a person that can send, or whether the installation has any',
  'src/features/checks/domain-checks.queries.ts: insertMissingRuns':
    'plans the checks of the domains of all projects, from a job',
  'src/features/checks/machine-checks.queries.ts: listProjectMxAddresses':
    'finds the addresses of this server that any project sends from',
  'src/features/contacts/consent/consent.queries.ts: eraseLedgers': 'housekeeping by age, from a job',
  'src/features/contacts/import/import.queries.ts: renewStatistics':
    'statistics of the whole table; reads and writes no row',
  'src/features/delivery/health/health.queries.ts: listHealthToJudge':
    'a job judges every project that sends, each by its own numbers',
  'src/features/domains/domains.queries.ts: isTrackingHost':
    'finds out whether links of any project lead to a host; that they do is in DNS anyway',
  'src/features/domains/key-zone.queries.ts: countZoneKeys':
    'the zone of the operator has the keys of all projects',
  'src/features/domains/key-zone.queries.ts: listZoneKeys':
    'the zone of the operator has the keys of all projects',
  'src/features/domain-reports/alerts/alerts.queries.ts: listDomainsToJudge':
    'a job judges the reports of every project, each by its own figures',
  'src/features/domain-reports/intake/intake.queries.ts: findOwnerOfDomain':
    'finds out which project a report belongs to; it has proved that the domain is its own',
  'src/features/domain-reports/retention.queries.ts: deleteOldReports': 'housekeeping by age, from a job',
  'src/features/domain-reports/sent-days.queries.ts: listDaysToCount':
    'a job counts what every project has sent, each with its project_id',
  'src/features/domain-reports/source-names.queries.ts: listSourcesToName':
    'a job looks up names of addresses, which are the same for every project',
  'src/features/domain-reports/source-names.queries.ts: setSourceName':
    'the name of an address, which is the same for every project',
  'src/features/feedback/feedback.queries.ts: listProjectsOfDomain':
    'finds out which project a bounce belongs to; the signature decides',
  'src/features/feedback/door/doors.queries.ts: insertUnmatched':
    'reports whose email, and so whose project, is not known',
  'src/features/feedback/door/probes/probes.queries.ts: listProbes':
    'the emails of one door, which was found by its owner; that of the server serves all projects',
  'src/features/feedback/feedback.queries.ts: listDomainProjects':
    'finds out which project the report of a provider belongs to; the signature decides',
  'src/features/feedback/feedback.queries.ts: listEmailsOfMessage':
    'finds out which of the projects with the domain a complaint belongs to; the id of the email decides',
  'src/features/approvals/approvals.queries.ts: deleteOldApprovals': 'housekeeping by age, from a job',
  'src/features/campaigns/sending/campaign-state.queries.ts: listUnderWay':
    'a job takes every campaign on that has something to do',
  'src/features/dashboard/stream/changes.queries.ts: listMarks':
    'one look for all projects that somebody watches, each with its own marks',
  'src/features/operations/operations.queries.ts: deleteOldOperations': 'housekeeping by age, from a job',
  'src/features/opt-in/confirmation-limits.queries.ts: deleteOldSentConfirmations':
    'housekeeping by age, from a job',
  'src/features/opt-in/expiry.queries.ts: deleteOldConfirmations': 'housekeeping by age, from a job',
  'src/features/opt-in/expiry.queries.ts: findExpired': 'which project has expired links, for a job',
  'src/features/track/track.queries.ts: deleteOldArrivals': 'housekeeping by age, from a job',
  'src/features/track/track.queries.ts: deleteOldKeys': 'housekeeping by age, from a job',
  'src/features/delivery/record/cancel.queries.ts: cancelDueEmails': 'the operator restores a whole database',
  'src/features/delivery/record/cancel.queries.ts: countDueEmails': 'the operator restores a whole database',
  'src/features/delivery/queue/parked.queries.ts: IS_NOT_PARKED':
    'part of a claim: ids are unique among all projects',
  'src/features/delivery/queue/parked.queries.ts: countParkedEmails':
    'a figure about the whole server, for its operator',
  'src/features/contacts/record/contacts.queries.ts: toContact':
    'shows a row, whose field topics is named like a table',
  'src/features/campaigns/sending/recipients.queries.ts: heldContacts':
    'an expression on a row of contacts, whose statement takes the projectId',
  'src/features/campaigns/sending/recipients.queries.ts: emailIdOf':
    'an expression on a row of contacts, whose statement takes the projectId',
  'src/features/delivery/queue/topic-state.queries.ts: topicCap':
    'a part of statements: it joins by the project_id of the email',
  'src/features/delivery/queue/topic-state.queries.ts: topicState':
    'a part of statements: it joins by the project_id of the email',
  'src/features/segments/growth/growth.queries.ts: listProjectsWithSegments':
    'a job goes from project to project',
  'src/features/segments/indexes/indexes.queries.ts: listIndexCandidates':
    'indexes are of the whole table: a job builds them for the keys of large projects',
  'src/features/segments/indexes/indexes.queries.ts: listBuiltIndexes':
    'indexes are of the whole table, and none of its rows is read',
  'src/features/segments/indexes/indexes.queries.ts: buildIndex': 'indexes are of the whole table',
  'src/features/segments/indexes/indexes.queries.ts: analyzeContacts':
    'statistics are of the whole table, and no row of it is shown',
  'src/features/segments/membership/membership-watches.queries.ts: deleteOrphanedWatches':
    'housekeeping by age, from a job',
  'src/features/segments/membership/membership-watches.queries.ts: listHistoryWatchers':
    'a job looks at whatever is followed, each segment with its project',
  'src/features/segments/membership/membership.queries.ts: noteDueContacts':
    'a worker takes what is due next: each row carries its project_id',
  'src/features/webhooks/worker/turn.queries.ts: turnAudit':
    'an audit of the whole server: it joins by the project_id of each row',
  'src/features/webhooks/feed/feed.queries.ts: listFeedPositions':
    'one poll for all projects that somebody waits for; each waiting request gets the position of its own',
  'src/features/webhooks/worker/turn.queries.ts: readBacklog':
    'a figure about the whole server, for its operator',
  'src/features/workflows/executions/retention.queries.ts: deleteOldExecutions':
    'housekeeping by age, from a job',
  'src/features/workflows/executions/retention.queries.ts: deleteOldStartedDates':
    'upkeep of all projects: dates that can start nothing any more',
  'src/features/workflows/executions/retention.queries.ts: deleteOldCauses':
    'housekeeping by age, from a job',
  'src/features/workflows/triggers/listening.queries.ts: listListeningProjects':
    'a job renews the names of every project, each by itself',
  'src/features/workflows/executions/work-audits.queries.ts: workflowAudits':
    'an audit of the whole server: it looks at each row by itself',
  'src/features/goals/goals.queries.ts: deleteOldConversions': 'housekeeping of all projects, by age',
  'src/features/goals/holdouts/holdouts.queries.ts: deleteOldMembers': 'housekeeping of all projects, by age',
  'src/features/goals/goals.queries.ts: listEndedGoals': 'housekeeping of all projects, by age',
  'src/features/forms/statistics/form-statistics.queries.ts: deleteOldCounts':
    'housekeeping by age, from a job',
  'src/features/forms/submit/submission.queries.ts: deleteOldSubmissionRows':
    'housekeeping by age, from a job',
  'src/features/images/images.queries.ts: findImage':
    'by the unguessable token of its public address: whoever reads an email has no key',
  'src/features/postmaster/google/google.queries.ts: listDomainsToAsk':
    'a job asks Google about the verified domains of every project',
  'src/features/postmaster/google/google.queries.ts: listGoogleDomains':
    'shows the operator the domains of the account at Google, and not whose they are',
  'src/features/postmaster/google/google.queries.ts: replaceDomains':
    'writes the list of the account at Google, which belongs to the installation',
  'src/features/projects/keys.queries.ts: listActiveKeys': 'finds out which project a request belongs to',
  'src/features/projects/keys.queries.ts: findDeparture': 'finds out which project a request belonged to',
  'src/features/suppressions/suppressions.queries.ts: deleteEndedSuppressions':
    'housekeeping by age, from a job',
  'src/features/tracking/tracking.queries.ts: listEmailsToJudge':
    'a job judges by new rules whatever old ones have judged',
  'src/features/contacts/data/data-keys.queries.ts: DATA_KEY_LIMIT':
    'says how names are counted, per project',
  'src/features/events/event-name-limit.queries.ts: EVENT_NAME_LIMIT':
    'says how names are counted, per project',
  'src/features/contacts/upsert/ensure.queries.ts: ensureContactsSql':
    'part of a larger statement: its rows carry their project_id',
  'src/features/contacts/upsert/upsert.queries.ts: upsertContactsSql':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/accept/accept.queries.ts: insertAcceptedEmails':
    'calls of several projects share it: each row carries its project_id',
  'src/features/delivery/holds/cap-slots.queries.ts: deleteOldSlots': 'housekeeping by age, from a job',
  'src/features/delivery/holds/cap-slots.queries.ts: freeSlots':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/queue/claim.queries.ts: CONTACT_OF_EMAIL':
    'joins a contact by the project_id of its email',
  'src/features/delivery/queue/claim.queries.ts: listDueLanes':
    'a worker takes what is due next, fairly among projects',
  'src/features/delivery/queue/claim.queries.ts: listDueLanesSince':
    'a worker takes what is due next, fairly among projects',
  'src/features/delivery/queue/claim.queries.ts: findSuspect':
    'a worker finds out which email ends workers, whoever owns it',
  'src/features/delivery/mx/destinations.queries.ts: listDestinations':
    'those of one transport, which was found by its project, or of the server',
  'src/features/delivery/routes.queries.ts: listDueRoutes':
    'a worker finds the transports with due email; each belongs to one project',
  'src/features/delivery/routes.queries.ts: resetRoutes':
    'a deleted transport has no project any more; its emails keep theirs',
  'src/features/transports/routes.queries.ts: listTransportsOfRoutes':
    'a worker runs the transports with due email; each row carries its project_id',
  'src/features/transports/mx/destinations.queries.ts: deleteUnusedDestinations':
    'housekeeping by age, from a job',
  'src/features/transports/mx/destinations.queries.ts: leaseDestinations':
    'a worker takes destinations with due email; each belongs to one transport',
  'src/features/transports/mx/destinations.queries.ts: renewDestinations':
    'a worker keeps the destinations that it has leased',
  'src/features/transports/mx/destinations.queries.ts: releaseDestinations':
    'a worker gives back the destinations that it, or a dead one, has leased',
  'src/features/transports/mx/destinations.queries.ts: transportOfRoute':
    'part of a larger statement: the number of a route belongs to one transport',
  'src/features/transports/troubles.queries.ts: deleteTroublesOf':
    'the troubles that a dead worker has noted, of whatever project',
  'src/features/delivery/queue/lease.queries.ts: countWaiting':
    'a figure about the whole server, for its operator',
  'src/features/delivery/queue/lease.queries.ts: releaseAllEmails':
    'the only worker of a database gives back what its dead predecessor had',
  'src/features/delivery/queue/lease.queries.ts: releaseDeadWorker':
    'what a dead thread had claimed, of whatever project, goes back to the queue',
  'src/features/delivery/record/end.queries.ts: insertEnded':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/record/end.queries.ts: insertPayloads':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/record/notes.queries.ts: insertNotes':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/tally/tally.queries.ts: insertOriginTally':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/tally/tally.queries.ts: insertTally':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/retention/retention.queries.ts: markContentsUsed': 'housekeeping by age, from a job',
  'src/features/delivery/retention/retention.queries.ts: deleteUnusedBlobs':
    'housekeeping by age, from a job',
  'src/features/delivery/retention/retention.queries.ts: deleteUnusedContents':
    'housekeeping by age, from a job',
  'src/features/delivery/retention/retention.queries.ts: eraseUnusedBodies':
    'housekeeping by age, from a job',
  'src/features/delivery/retention/retention.queries.ts: findOldestWaiting':
    'months are dropped for all projects at once',
  'src/features/delivery/tally/tally.queries.ts: foldTallies': 'housekeeping by age, from a job',
  'src/features/delivery/reputation/brakes.queries.ts: endForgottenBrakes':
    'housekeeping of the routes of all projects, from a job',
  'src/features/delivery/reputation/brakes.queries.ts: deleteOldBrakes': 'housekeeping by age, from a job',
  'src/features/delivery/mx/warm-up.queries.ts: noteWarmUpEnd': 'by the route of a destination',
  'src/features/delivery/tally/tally.queries.ts: insertTallies':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/tally/reply-notes.queries.ts: insertReplyNotes':
    'part of a larger statement: its rows carry their project_id',
  'src/features/delivery/reputation/fold-replies.queries.ts: takeReplyNotes':
    'a job folds those of all projects; its rows carry their project_id',
  'src/features/delivery/reputation/fold-standings.queries.ts: listHoursToFold':
    'a job folds those of all projects; its rows carry their project_id',
  'src/features/delivery/reputation/fold-standings.queries.ts: deleteOldReplies':
    'housekeeping by age, from a job',
  'src/features/delivery/reputation/fold-standings.queries.ts: deleteOldStandings':
    'housekeeping by age, from a job',
  'src/features/delivery/tally/sender-refusals.queries.ts: deleteOldRefusals':
    'housekeeping by age, from a job',
  'src/features/events/events.queries.ts: insertEvents':
    'part of a larger statement: its rows carry their project_id',
  'src/features/events/events.queries.ts: insertTrackedEvents':
    'part of a larger statement: its rows carry their project_id',
  'src/features/suppressions/suppressions.queries.ts: suppressionInForce': 'a condition on one row',
  'src/features/webhooks/worker/turn.queries.ts: listEndpointsWithLog':
    'a job tidies up the logs of all projects, each by its project_id',
  'src/features/webhooks/worker/turn.queries.ts: releaseAllTurns':
    'the only worker of a database gives back what its dead predecessor had',
  'src/platform/objects/unused-objects.queries.ts: claimUnusedObjects':
    'a job deletes the objects of all projects; their keys are unique',
  'src/platform/objects/unused-objects.queries.ts: countUnusedObjects': 'a figure for the operator',
  'src/platform/objects/unused-objects.queries.ts: forgetUnusedObjects':
    'a job deletes the objects of all projects; their keys are unique',
}

/** Tables whose rows belong to a project, from the generated types. */
const tables = (() => {
  const text = read('src/platform/db/tables.ts')
  const isTenant = (name: string) =>
    new RegExp(`interface ${name} \\{[^}]*\\bproject_id: ProjectId;`).test(text)
  const [, list = ''] = /export interface DB \{([^}]*)\}/.exec(text) ?? []
  return [...list.matchAll(/(\w+): (\w+);/g)].flatMap(([, table = '', name = '']) =>
    isTenant(name) ? [table] : [],
  )
})()

describe('a query on the table of a tenant', () => {
  it.each([
    [
      'a builder',
      "export async function f(db: Db, { id }: { id: string }) { await db.selectFrom('contacts').execute() }",
    ],
    ['SQL', 'export async function f(db: Db) { await sql`delete from contacts`.execute(db) }'],
    [
      'a function that only makes a statement',
      'export function f(rows: string) { return sql`update contacts` }',
    ],
    ['an arrow function', 'export const f = (rows: string) => sql`insert into contacts ${rows}`'],
    ['a piece of SQL', "export const f = sql.raw('join contacts as k on k.id = c.contact_id')"],
    ['a generator', "export async function* f(db: Db) { yield db.selectFrom('contacts') }"],
    [
      'a type without it',
      'type Ref = { id: string }\nexport async function f(db: Db, ref: Ref) { sql`update contacts` }',
    ],
  ])('is seen when it is not told a project: %s', (_what, text) => {
    expect(findUnboundQueries(text, ['contacts'])).toEqual(['f'])
  })

  it.each([
    ['by name', 'export async function f(db: Db, { projectId }: Ref) { sql`update contacts` }'],
    [
      'by type',
      'type Ref = { projectId: ProjectId }\nexport async function f(db: Db, ref: Ref) { sql`update contacts` }',
    ],
    [
      'by a type of a type',
      'type A = { projectId: ProjectId }\ntype B = A & { id: string }\nexport async function f(db: Db, { id, ...rest }: B) { sql`update contacts` }',
    ],
    ['by a reference', 'export const f = (ref: EmailRef) => sql`delete from contacts`'],
    ['by a whole row', 'export async function f(db: Db, row: Insertable<Contacts>) { sql`update contacts` }'],
    ['for another table', 'export async function f(db: Db) { sql`update contacts_log` }'],
    ['because it is not called from outside', 'async function f(db: Db) { sql`update contacts` }'],
  ])('is content when it is told: %s', (_what, text) => {
    expect(findUnboundQueries(text, ['contacts'])).toEqual([])
  })

  it('takes a projectId, but for the exceptions that are listed with their reason', () => {
    expect(tables).toEqual(expect.arrayContaining(['contacts', 'api_keys', 'operations', 'events']))
    const files = globSync('src/**/*.queries.ts', { cwd: ROOT })
    expect(files.length).toBeGreaterThan(4)
    const found = files.flatMap((file) =>
      findUnboundQueries(read(file), tables).map((name) => `${file}: ${name}`),
    )
    expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
  })
})
