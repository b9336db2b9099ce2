import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { Contact, ContactList } from '../../contacts/contacts.schema.ts'
import type { Door } from '../door.ts'

type OwnContact = z.output<typeof Contact>

/** Finds a contact by its id or its address, which Resend takes in the same place. @throws DoorRefusal, AppError */
export const createContactFinder =
  (door: Door) =>
  async (request: FastifyRequest, key: string): Promise<OwnContact> => {
    if (!key.includes('@')) return door.call<OwnContact>(request, 'getContact', { params: { id: key } })
    const query = { email: key, limit: '1', total: 'false' }
    const { contacts } = await door.call<z.output<typeof ContactList>>(request, 'listContacts', { query })
    if (!contacts[0]) throw new AppError('CONTACT_NOT_FOUND')
    return contacts[0]
  }
