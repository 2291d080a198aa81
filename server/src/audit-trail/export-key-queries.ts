import { generateKeyPairSync } from 'node:crypto'
import type { Db } from '../db/database.ts'

type ExportKey = { privateKey: Buffer; publicKey: Buffer }

/** Returns the Ed25519 key that signs exports (PKCS #8 and SPKI, DER); the first call on a database creates it. */
export async function loadExportKey(db: Db, now: Date): Promise<ExportKey> {
  const found = await findExportKey(db)
  if (found) return found
  const encoding = { format: 'der' } as const
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { ...encoding, type: 'pkcs8' },
    publicKeyEncoding: { ...encoding, type: 'spki' },
  })
  await db
    .insertInto('audit_export_key')
    .values({ id: 1, private_key: privateKey, public_key: publicKey, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findExportKey(db)) ?? { privateKey, publicKey }
}

/** Returns the key that signs exports; undefined before the first one. */
export async function findExportKey(db: Db): Promise<ExportKey | undefined> {
  const row = await db.selectFrom('audit_export_key').selectAll().executeTakeFirst()
  return row && { privateKey: Buffer.from(row.private_key), publicKey: Buffer.from(row.public_key) }
}
