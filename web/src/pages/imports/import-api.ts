import type { ImportedReply, ImportField, ImportProgress, ReadingChoices } from '@lims/contract/imports.ts'
import { importsApi } from '@lims/contract/imports.ts'
import { call } from '../../api/call.ts'
import { callByLines } from '../../api/call-by-lines.ts'
import { CallError } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'

export type ChosenFile = { name: string; bytes: Uint8Array<ArrayBuffer> }
export type Target = { batchId: string } | { batchName: string; batchDescription?: string | undefined }
/** The field of each column, what was chosen about reading them, and where the samples go. */
export type Plan = {
  fields: (ImportField | null)[]
  choices?: ReadingChoices
  target: Target
}

/** Returns the header of a column, or its number if it has none. */
export const nameOfColumn = (header: string, index: number): string => header || `Column ${index + 1}`

const requestOf = ({ name, bytes }: ChosenFile, { fields, choices, target }: Plan) => ({
  query: {
    columns: fields.map((field) => field ?? '').join(','),
    fileName: name.slice(-200),
    ...choices,
    ...target,
  },
  body: bytes,
})

export const readFile = ({ bytes }: ChosenFile) => call(importsApi.read, { body: bytes })

export const checkFile = (file: ChosenFile, plan: Plan) => call(importsApi.check, requestOf(file, plan))

type ApplyOptions = Sender & {
  key: string
  /** Confirmed by a person: adds the samples of this file to the batch a second time. */
  importAgain: boolean
  onProgress: (progress: ImportProgress) => void
}

const withImportAgain = ({ query, body }: ReturnType<typeof requestOf>) => ({
  query: { ...query, importAgain: true },
  body,
})

/** Imports a file and reports the progress. The server imports once per key. */
export async function applyFile(
  file: ChosenFile,
  plan: Plan,
  { token, key, importAgain, onProgress }: ApplyOptions,
): Promise<ImportedReply> {
  const results: ImportedReply[] = []
  await callByLines(
    importsApi.apply,
    importAgain ? withImportAgain(requestOf(file, plan)) : requestOf(file, plan),
    (line) => {
      if ('saved' in line) onProgress(line)
      if ('success' in line) results.push(line)
    },
    { token, idempotencyKey: key },
  )
  const [imported] = results
  if (imported) return imported
  throw new CallError(
    'The connection was lost before the result arrived. Please try again: nothing is imported twice.',
    {
      code: 'no-answer',
      isOutcomeUnknown: true,
    },
  )
}
