import path from 'node:path'
import { z } from 'zod'
import { Unreadable } from './read-regular-file.ts'
import { noRemote } from './scan-lines.ts'
import { valuesOfItem } from './stage-items.ts'

/** How the name of a file ends that a scan looks for. */
export const bamEnding = /\.bam$/i

const Listed = z.looseObject({ relpath: z.string(), md5: z.string().optional(), size: z.string().optional() })
/** Options of an output. With `cache` or `push` false, it is in no remote. */
const outputOptions = {
  remote: z.string().optional(),
  cache: z.string().optional(),
  push: z.string().optional(),
}
const Output = z.looseObject({
  ...outputOptions,
  path: z.string(),
  md5: z.string().optional(),
  size: z.string().optional(),
  hash: z.string().optional(),
  /** The files of a folder, where DVC lists them here instead of in a manifest. */
  files: z.array(Listed).optional(),
})
export type NamedOutput = z.infer<typeof Output> & {
  /** The folder to which its path is relative, itself relative to the folder of the DVC file. */
  workFolder: string
}

const outputs = z.array(Output).or(z.literal('').transform(() => []))
const SingleFile = z.looseObject({ outs: outputs.default([]), wdir: z.string().optional() })
const Stages = z.record(z.string(), z.looseObject({ outs: outputs.default([]) }))
const LockFile = z.union([
  z.looseObject({ schema: z.string(), stages: Stages.or(z.literal('').transform(() => ({}))).default({}) }),
  // Before schema 2.0 the stages were at the top level.
  Stages.transform((stages) => ({ stages })),
])

/** Returns the outputs of an x.dvc file, without the dependencies that it also names. */
export function outputsOfDvcFile(content: unknown): NamedOutput[] {
  const { outs, wdir } = shaped(SingleFile, content)
  const isImport = ImportedFile.safeParse(content).success
  return outs.map((output) => {
    const remote = isImport ? noRemote : remoteOf(output)
    return { ...output, workFolder: wdir ?? '.', ...(remote === undefined ? {} : { remote }) }
  })
}

/** As `dvc import` writes it: the content stays in the remote of the repository that it comes from. */
const ImportedFile = z.looseObject({ deps: z.tuple([z.looseObject({ repo: z.looseObject({}) })]) })

const remoteOf = ({ remote, cache, push }: z.infer<typeof PlannedOptions>): string | undefined =>
  [cache, push].some((option) => option?.toLowerCase() === 'false') ? noRemote : remote

/** Returns the outputs of a dvc.lock. The work folders of its stages are in the dvc.yaml beside it. */
export function outputsOfLock(lock: unknown, plan: unknown): NamedOutput[] {
  const { stages } = shaped(LockFile, lock)
  const planned = Plan.safeParse(plan).data?.stages ?? {}
  return Object.entries(stages).flatMap(([name, { outs }]) => {
    const { workFolder, remotes } = stageIn(planned, name)
    return outs.map((output) => {
      const remote = remotes.get(normalized(output.path))
      return { ...output, workFolder, ...(remote === undefined ? {} : { remote }) }
    })
  })
}

function shaped<S extends z.ZodType>(schema: S, content: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(content)
  if (success) return data
  const [issue] = error.issues
  throw new Unreadable(
    `is no file that DVC wrote${issue?.path.length ? `: ${issue.path.join('.')} is wrong` : ''}`,
  )
}

const PlannedOptions = z.looseObject(outputOptions)
const PlannedOutput = z.union([z.string(), z.record(z.string(), PlannedOptions)])
const PlannedStage = z.looseObject({ wdir: z.string().optional(), outs: z.array(PlannedOutput).optional() })
const Plan = z.looseObject({ stages: z.record(z.string(), z.looseObject({ do: z.unknown().optional() })) })
type PlannedStages = z.infer<typeof Plan>['stages']

/** Finds the stage of a lock file in dvc.yaml. A stage of foreach or matrix is called `name@item`. */
function stageIn(stages: PlannedStages, name: string) {
  const [planned = name, item = ''] = splitAt(name)
  const written = stages[name] ?? stages[planned]
  const stage = PlannedStage.safeParse(written?.do ?? written).data ?? {}
  const values = valuesOfItem(written ?? {}, item)
  const filled = (text: string) =>
    text.replaceAll(/\$\{\s*([^\s{}]+)\s*\}/g, (variable, called) => values.get(called) ?? variable)
  const remotes = new Map(
    (stage.outs ?? [])
      .flatMap((output) => (typeof output === 'string' ? [] : Object.entries(output)))
      .flatMap(([file, options]) => {
        const remote = remoteOf(options)
        return remote === undefined ? [] : [[normalized(filled(file)), remote] as const]
      }),
  )
  return { workFolder: filled(stage.wdir ?? '.'), remotes }
}

/** DVC keeps the slash at the end of a folder. */
export const withoutSlashAtEnd = (folder: string): string =>
  folder.endsWith('/') ? folder.slice(0, -1) : folder

const normalized = (file: string) => withoutSlashAtEnd(path.posix.normalize(file))

function splitAt(name: string): string[] {
  const at = name.indexOf('@')
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}
