export { zoneLines } from './dkim-zone.service.ts'
