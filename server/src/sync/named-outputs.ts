import path from 'node:path'
import { z } from 'zod'
import { Unreadable } from './read-regular-file.ts'
import { noRemote } from './scan-lines.ts'
import { mayHaveItem, textOf, type Variables, valuesOfItem } from './stage-items.ts'

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

/**
 * Returns the files that `vars` of a dvc.yaml names, by their paths beside it. Each may end with keys, as in
 * `a.json:x,y`.
 */
export const filesOfVars = (plan: unknown): string[] =>
  (Plan.safeParse(plan).data?.vars ?? []).flatMap((one) =>
    typeof one === 'string' ? one.replace(/:.*$/s, '') : [],
  )

/**
 * Returns the outputs of a dvc.lock. The work folders of its stages are in the dvc.yaml beside it, whose variables its
 * own `vars`, the files that these name, and the params.yaml beside it explain (`files`: the content of these). A stage
 * that was renamed or removed in dvc.yaml stays in dvc.lock: its outputs are no longer those of DVC.
 */
export function outputsOfLock(lock: unknown, plan: unknown, files: readonly unknown[] = []): NamedOutput[] {
  const { stages } = shaped(LockFile, lock)
  const { stages: planned, vars = [] } = Plan.safeParse(plan).data ?? {}
  const variables = [...vars, ...files]
  const locked = Object.entries(stages).filter(([name]) => !planned || isPlanned(planned, name, variables))
  return locked.flatMap(([name, { outs }]) => {
    const { workFolder, remoteOfOutput } = stageIn(planned ?? {}, name, variables)
    return outs.map((output) => {
      const remote = remoteOfOutput(normalized(output.path))
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
const Plan = z.looseObject({
  stages: z.record(z.string(), z.looseObject({ do: z.unknown().optional() })),
  vars: z.array(z.unknown()).optional().catch(undefined),
})
type PlannedStages = z.infer<typeof Plan>['stages']

function isPlanned(stages: PlannedStages, name: string, variables: Variables): boolean {
  const [planned = name, item] = splitAt(name)
  const written = stages[name] ?? stages[planned]
  if (!written) return false
  const isRepeated = written.foreach !== undefined || written.matrix !== undefined
  if (item === undefined || stages[name]) return !isRepeated
  return isRepeated && mayHaveItem(written, item, variables)
}

/** Finds the stage of a lock file in dvc.yaml. A stage of foreach or matrix is called `name@item`. */
function stageIn(stages: PlannedStages, name: string, variables: Variables) {
  const [planned = name, item = ''] = splitAt(name)
  const written = stages[name] ?? stages[planned]
  const stage = PlannedStage.safeParse(written?.do ?? written).data ?? {}
  const values = valuesOfItem(written ?? {}, item, variables)
  const filled = (text: string) =>
    text.replaceAll(
      /\$\{\s*([^\s{}]+)\s*\}/g,
      (variable, called) => values.get(called) ?? textOf(called, variables) ?? variable,
    )
  const outs = (stage.outs ?? [])
    .flatMap((output) => (typeof output === 'string' ? [[output, {}] as const] : Object.entries(output)))
    .map(([file, options]) => ({ file: normalized(filled(file)), remote: remoteOf(options) }))
  return { workFolder: filled(stage.wdir ?? '.'), remoteOfOutput: remoteByPlan(outs) }
}

type PlannedFile = { file: string; remote: string | undefined }

/** More outputs with variables in one stage than anybody writes. */
const maxPatterns = 100
/** A variable of dvc.yaml, such as `${dir}`. */
export const variable = /\$\{[^{}]*\}/

/**
 * Returns a function from an output in a lock to its own remote. Where dvc.yaml names outputs with variables, which
 * dvc.lock does not explain, the texts around these have to fit. An output that fits several with different options has
 * none, so that its address is its path.
 */
function remoteByPlan(planned: readonly PlannedFile[]): (file: string) => string | undefined {
  if (planned.every(({ remote }) => remote === undefined)) return () => undefined
  const exact = new Map(planned.map(({ file, remote }) => [file, remote]))
  const patterns = planned
    .filter(({ file }) => variable.test(file))
    .map(({ file, remote }) => ({ texts: textsAround(file), remote }))
  return (file) => {
    if (patterns.length === 0 || exact.has(file)) return exact.get(file)
    const tried = patterns.slice(0, maxPatterns)
    const remotes = new Set(tried.flatMap(({ texts, remote }) => (hasTexts(file, texts) ? [remote] : [])))
    const [only] = remotes
    return remotes.size > 1 || tried.length < patterns.length ? noRemote : only
  }
}

/** Returns what is before, between and behind the variables. */
function textsAround(file: string): string[] {
  const texts = file.split(variable)
  return texts.filter((text, index) => text !== '' || index === 0 || index === texts.length - 1)
}

/** Whether a file begins with the first text, ends with the last, and has the others in between, in this order. */
function hasTexts(file: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop() ?? ''
  if (!file.startsWith(first)) return false
  let from = first.length
  for (const text of others) {
    const at = file.indexOf(text, from)
    if (at < 0) return false
    from = at + text.length
  }
  return file.length - last.length >= from && file.endsWith(last)
}

/** DVC keeps the slash at the end of a folder. */
export const withoutSlashAtEnd = (folder: string): string =>
  folder.endsWith('/') ? folder.slice(0, -1) : folder

const normalized = (file: string) => withoutSlashAtEnd(path.posix.normalize(file))

function splitAt(name: string): string[] {
  const at = name.indexOf('@')
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}
