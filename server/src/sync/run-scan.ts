import { setImmediate as afterOthers } from 'node:timers/promises'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { Db, Transaction } from '../db/database.ts'
import { markFilesOfNoDvcFile, saveProblems } from './data-file-queries.ts'
import { doubtLinks } from './doubt-links.ts'
import { linkFiles } from './link-files.ts'
import { matchFiles } from './match-files.ts'
import {
  deleteForgottenFiles,
  type FileKey,
  listDoubts,
  listFitting,
  listMissed,
  listSharedContents,
  listUnknown,
  listUnmatched,
  lockDoubtfulLinks,
  lockDoubtfulMoves,
  unsettleCopiesOfGoneFiles,
} from './match-queries.ts'
import { readChanges, type ScanFiles } from './read-changes.ts'
import { saveChanges } from './save-changes.ts'
import { actorOf, addLinked, endRun, inScan, type SyncRun } from './sync-run-queries.ts'

type ScanTools = {
  db: Db
  folder: string
  now: () => Date
  signal: AbortSignal
  progress: { dvcFiles: number }
  scanFiles: ScanFiles
}

/** Reads what has changed in the repository, finds the sample of each BAM file and links the two. */
export async function runScan(
  run: SyncRun,
  { db, folder, now, signal, progress, scanFiles }: ScanTools,
): Promise<void> {
  const runId = run.id
  const step = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    return inScan(db, runId, work)
  }
  const onProgress = (dvcFiles: number) => {
    progress.dvcFiles = dvcFiles
  }
  await readChanges(db, { folder, signal, onProgress, scanFiles }, (lines) =>
    step((trx) => saveChanges(trx, lines, { runId, at: now() })),
  )
  await step((trx) => markFilesOfNoDvcFile(trx, runId))
  await step(unsettleCopiesOfGoneFiles)
  await eachPage((after) =>
    step(async (trx) => {
      const page = await listUnmatched(trx, after)
      if (page.length > 0) await matchFiles(trx, page, { runId, at: now() })
      return page
    }),
  )
  await eachPage((after) =>
    step(async (trx) => {
      const page = await listFitting(trx, after, runId)
      if (page.length === 0) return page
      const actor = await actorOf(trx, run, now())
      await addLinked(trx, runId, await linkFiles(trx, page, { runId, actor }))
      return page
    }),
  )
  const doubtPage = (lockPage: typeof lockDoubtfulLinks) =>
    step(async (trx) => {
      const links = await lockPage(trx)
      if (links.length > 0) await doubtLinks(trx, links, await actorOf(trx, run, now()))
      return links.length
    })
  for (const lockPage of [lockDoubtfulLinks, lockDoubtfulMoves]) {
    while ((await doubtPage(lockPage)) > 0) await afterOthers()
  }
  await step(async (trx) => {
    await reportMissedAndUnknown(trx, { runId, at: now() })
    await endRun(trx, { runId, outcome: 'done', at: now(), filesProcessed: progress.dvcFiles })
  })
}

/** Lets other work run between two pages. */
async function eachPage(work: (after: FileKey | undefined) => Promise<FileKey[]>) {
  for (let page = await work(undefined); page.length > 0; page = await work(page.at(-1))) await afterOthers()
}

async function reportMissedAndUnknown(trx: Transaction, run: { runId: number; at: Date }) {
  await deleteForgottenFiles(trx)
  const missed = (await listMissed(trx)).map(({ path, name, alias }) => ({
    kind: 'match' as const,
    dvcPath: '',
    path,
    message: `is no longer in the repository, and ${name} (${alias}) still names it`,
  }))
  const doubted = (await listDoubts(trx)).map(({ dvc_path, path, name, alias }) => ({
    kind: 'match' as const,
    dvcPath: dvc_path,
    path,
    message: `is linked to ${name} (${alias}), and that link is in doubt: see the sample`,
  }))
  const shared = (await listSharedContents(trx)).map(
    ({ dvc_path, path, name, alias, otherPath, otherName, otherAlias }) => ({
      kind: 'match' as const,
      dvcPath: dvc_path,
      path,
      message: `is linked to ${name} (${alias}), but has the same content as ${otherPath}, which is linked to ${otherName} (${otherAlias})`,
    }),
  )
  const { total, examples } = await listUnknown(trx, run.runId)
  const message =
    total === 1
      ? `A BAM file belongs to no sample here: ${examples[0]}`
      : `${formatNumber(total)} BAM files belong to no sample here, such as ${examples.join(', ')}`
  const unknown = total === 0 ? [] : [{ kind: 'match' as const, dvcPath: '', path: '', message }]
  await saveProblems(trx, [...missed, ...doubted, ...shared, ...unknown], run)
}
