import { formatCount } from '@lims/contract/format-count.ts'
import { sql } from 'kysely'
import { readConfig } from '../server/src/config.ts'
import type { Counts } from '../server/src/db/backup-format.ts'
import type { Db } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { describeCounts } from './describe-counts.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'
import { fillLaboratory } from './seed/fill-laboratory.ts'

async function seed() {
  readArguments({ usage: 'npm run seed' })
  const config = readConfig(process.env)
  const database = await joinDatabase(config, console.log)
  await fillEmptyDatabase(
    database,
    config.databaseUrl ? 'DATABASE_URL=postgresql://…' : 'LIMS_DATA_DIR=./data-demo',
  ).finally(database.close)
}

async function fillEmptyDatabase({ db, description }: OpenDatabase, otherTarget: string) {
  await migrate(db)
  const present = await countWork(db)
  if (Object.values(present).some((count) => count > 0)) {
    throw new StartError(
      `Nothing added: the ${description} already contains ${describeCounts(present)}, and the demo data can only be added to an empty database. To fill another one: ${otherTarget} npm run seed`,
    )
  }
  const { batches, samples, entries } = await fillLaboratory(db, new Date())
  console.log(
    `Added ${formatCount(batches, 'batch', 'batches')}, ${formatCount(samples, 'sample')} and ${formatCount(entries, 'recorded action')} to the ${description}.`,
  )
}

/** Who has only signed in has not worked, also if the identity provider gave them a role. */
async function countWork(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from batch) as batch, (select count(*) from sample) as sample,
      (select count(*) from storage) as storage,
      (
        select count(*) from audit_event where action not like 'session.%'
          and not (action = 'person.set-role' and after ->> 'roleFrom' in ('provider', 'default'))
      ) as audit_event
  `.execute(db)
  return rows[0] ?? {}
}

runMain(seed)
