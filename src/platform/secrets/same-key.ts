import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { ensureKeyFingerprint } from '../db/installation.ts'
import { encryptionKeyFile, keyFingerprint } from './secrets.ts'
import type { Secrets } from './secrets.ts'

type Parts = { secrets: Secrets; config: Pick<Config, 'ENCRYPTION_KEY' | 'DATA_DIR'> }

/**
 * Call it before signing, encrypting or decrypting. The first caller decides which key a database belongs to.
 * @throws with a message for the operator if it belongs to another one
 */
export async function requireSameKey(db: Db, { secrets, config }: Parts): Promise<void> {
  const own = keyFingerprint(secrets)
  const agreed = await ensureKeyFingerprint(db, own)
  if (agreed !== own) throw new OtherKeyError(config)
}

export class OtherKeyError extends Error {
  override readonly name = 'OtherKeyError'

  constructor(config: Parts['config']) {
    const file = encryptionKeyFile(config)
    super(
      config.ENCRYPTION_KEY === undefined
        ? `The encryption key in ${file} is not the one that this database was set up with: it cannot read the stored DKIM keys, and links in email that was sent would stop working. Put that file back from your backup, or set ENCRYPTION_KEY to the key that was in it.`
        : 'ENCRYPTION_KEY is not the one that this database was set up with: it cannot read the stored DKIM keys, and the other nodes would refuse the links that it signs. Start with the ENCRYPTION_KEY of the other nodes.',
    )
  }
}
