import { countBatches } from '../server/src/batches/batch-queries.ts'
import { readConfig } from '../server/src/config.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { StartError } from '../server/src/errors/start-error.ts'
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
  const present = await countBatches(db, undefined)
  if (present > 0) {
    throw new StartError(
      `Nothing added: the ${description} already contains ${present} batches, and the demo data can only be added to an empty database. To fill another one: ${otherTarget} npm run seed`,
    )
  }
  const { batches, samples, entries } = await fillLaboratory(db, new Date())
  console.log(
    `Added ${batches} batches, ${samples} samples and ${entries} recorded actions to the ${description}.`,
  )
}

runMain(seed)
