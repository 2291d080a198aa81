import { countBatches } from '../server/src/batches/batch-queries.ts'
import { readConfig } from '../server/src/config.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../server/src/db/open-database.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { fillLaboratory } from './seed/fill-laboratory.ts'

async function seed() {
  const config = readConfig(process.env)
  const database = await joinDatabase(config, console.log)
  await fillEmpty(
    database,
    config.databaseUrl ? 'DATABASE_URL=postgresql://…' : 'LIMS_DATA_DIR=./data-demo',
  ).finally(database.close)
}

async function fillEmpty({ db, description }: OpenDatabase, another: string) {
  await migrate(db)
  const present = await countBatches(db, undefined)
  if (present > 0) {
    throw new StartError(
      `Nothing added: the ${description} holds ${present} batches already, and the demo laboratory goes into an empty one only. To fill another: ${another} npm run seed`,
    )
  }
  const { batches, samples, entries } = await fillLaboratory(db, new Date())
  console.log(
    `${batches} batches, ${samples} samples and a diary of ${entries} entries now lie in the ${description}.`,
  )
}

seed().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
