import type { Role } from '../../api/accounts/account.ts'
import { translatable } from '../../i18n/translatable.ts'

const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' }

const meanings: Record<Role, string> = {
  owner: 'Everything, including transports and the role of owners',
  admin: 'Everything but transports and the role of owners',
  member: 'Sends and edits; no keys, members or settings',
  viewer: 'Sees everything, changes nothing',
}

export const roles = translatable('patterns/role/roles', 'roles', {
  names,
  meanings,
  notice: (role: string, needed: string) =>
    `Your role here is ${role}: you can look, but changes need the role ${needed}.`,
})
