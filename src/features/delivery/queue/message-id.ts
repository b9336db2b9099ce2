/** The Message-ID of an email, without angle brackets: one of its own, or its id at the domain of the sender. */
export const messageIdOf = (
  { id, message_id: given }: { id: string; message_id: string | null },
  from: string,
): string => given ?? `${id}@${from.slice(from.lastIndexOf('@') + 1)}`
