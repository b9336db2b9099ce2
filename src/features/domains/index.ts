export { domainWork } from './check.service.ts'
export { toDomain } from './domain-view.ts'
export { findDomain, holdDomain, isTrackingHost, listDomains } from './domains.queries.ts'
export type { DomainRef, DomainWithKeys } from './domains.queries.ts'
export { examineDkimAlias } from './dns-records/dkim-alias.ts'
export type { AliasFinding } from './dns-records/dkim-alias.ts'
export { dkimValue, evaluateDkim } from './dns-records/dkim-record.ts'
export {
  chunksOf,
  dkimName,
  dmarcValue,
  hostsOf,
  isPublicHost,
  returnPathName,
  spfRecordOf,
  tlsReportsValue,
  trackingName,
  TTL_SECONDS,
} from './dns-records/domain-records.ts'
export type { Hosts, PublicKey } from './dns-records/domain-records.ts'
export type { RecordFinding } from './dns-records/finding.ts'
export { sendsReportsHere, withReportAddress } from './dns-records/report-address.ts'
export { examineSpf } from './dns-records/spf-check.ts'
export { relayOf } from './dns-records/spf-relay.ts'
export { MOST_LOOKUPS as MOST_SPF_LOOKUPS } from './dns-records/spf-walk.ts'
export type { SpfWalk } from './dns-records/spf-walk.ts'
export { parseTagList } from './dns-records/tag-list.ts'
export { trackingHostOf } from './domain-view.ts'
export { keyZoneOf, zoneName } from './dns-records/selectors.ts'
export { countZoneKeys, listZoneKeys, placeOfZoneKey } from './key-zone.queries.ts'
export type { ZoneKeyRow } from './key-zone.queries.ts'
export { isReservedDomain } from './domains.values.ts'
export { createSenderCheck, requireSender } from './sender.service.ts'
export type { Sender, SenderRecordProblem } from './sender.service.ts'
export { loadSigningKey } from './signing-key.service.ts'
export type { SigningKey } from './signing-key.service.ts'
