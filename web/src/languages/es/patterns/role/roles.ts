import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/role/roles.texts.ts'

export const roles = {
  names: { owner: 'Propietario', admin: 'Administrador', member: 'Miembro', viewer: 'Lector' },
  meanings: {
    owner: 'Todo, incluidos los transportes y el rol de propietarios',
    admin: 'Todo menos los transportes y el rol de propietarios',
    member: 'Envía y edita; ni claves, ni miembros, ni ajustes',
    viewer: 'Lo ve todo, no cambia nada',
  },
  notice: (role: string, needed: string) =>
    `Tu rol aquí es ${role}: puedes mirar, pero los cambios requieren el rol ${needed}.`,
} satisfies Translation<typeof texts.roles>
