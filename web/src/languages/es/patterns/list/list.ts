import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/list/list.texts.ts'
import { plural } from '../../../es-words.ts'

export const listTexts = {
  any: 'Cualquiera',
  more: 'Mostrar más',
  searchByName: 'Buscar por nombre',
  searchByAddress: 'Buscar por dirección',
  matching: (count: number) => plural(count, 'coincidencia', 'coincidencias'),
  nothing: { title: 'No hay coincidencias', text: 'Prueba con otra palabra.', clear: 'Mostrar todo' },
  compact: 'Filas compactas',
  sort: 'Ordenar por',
  sorts: {
    '-createdAt': 'Más recientes primero',
    createdAt: 'Más antiguos primero',
    name: 'Nombre, A a Z',
    '-name': 'Nombre, Z a A',
    '-updatedAt': 'Último cambio',
  },
} satisfies Translation<typeof texts.listTexts>
