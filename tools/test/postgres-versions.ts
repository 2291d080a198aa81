import { globSync } from 'node:fs'
import { root } from '../project.ts'

/** What PostgreSQL itself does, and may do otherwise in another version: the schema, backups, locks, messages. */
const differByVersion = [
  'server/src/db/',
  'server/src/live/',
  'fight',
  'while-busy',
  'while-waiting',
  'rename-batch',
]

/** What laboratories on the bundled version rely on most, and what only that version has or plans otherwise. */
export const onBothVersions = [
  'server/src/db/backup.test.ts',
  'server/src/db/deadlock.test.ts',
  'server/src/db/named-statements.test.ts',
  'server/src/db/schema.test.ts',
  'server/src/db/session-settings.test.ts',
  'server/src/db/shared-connections.test.ts',
  'server/src/db/trigger-plans.test.ts',
  'server/src/live/live.test.ts',
]

/** Test files that the whole run has on the oldest supported PostgreSQL. All others it has on the bundled one. */
export const onOldest = globSync('server/{src,test}/**/*.test.ts', { cwd: root }).filter((file) =>
  differByVersion.some((part) => file.includes(part)),
)

export const onlyOnOldest = onOldest.filter((file) => !onBothVersions.includes(file))
