import type { Role } from '../../../../api/accounts/account.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/role/roles.texts.ts'

const names: Record<Role, string> = {
  owner: 'Inhaber',
  admin: 'Admin',
  member: 'Mitglied',
  viewer: 'Betrachter',
}

const meanings: Record<Role, string> = {
  owner: 'Alles, auch Versandwege und die Rolle von Inhabern',
  admin: 'Alles außer Versandwegen und der Rolle von Inhabern',
  member: 'Sendet und bearbeitet; keine Schlüssel, Mitglieder oder Einstellungen',
  viewer: 'Sieht alles, ändert nichts',
}

export const roles = {
  names,
  meanings,
  notice: (role: string, needed: string) =>
    `Ihre Rolle hier ist ${role}: Sie können lesen, aber Änderungen brauchen die Rolle ${needed}.`,
} satisfies Translation<typeof texts.roles>
