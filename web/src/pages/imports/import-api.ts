import type { ImportedReply, ImportField, ImportProgress } from '@lims/contract/imports.ts'
import { importsApi } from '@lims/contract/imports.ts'
import { call } from '../../api/call.ts'
import { callByLines } from '../../api/call-by-lines.ts'
import { CallError } from '../../api/call-error.ts'

export type ChosenFile = { name: string; bytes: Uint8Array<ArrayBuffer> }
export type Target = { batchId: string } | { batchName: string; batchDescription?: string | undefined }
/** What each column is taken for, and where the samples go. */
export type Plan = { fields: (ImportField | null)[]; target: Target }

const asked = ({ name, bytes }: ChosenFile, { fields, target }: Plan) => ({
  query: { columns: fields.map((field) => field ?? '').join(','), fileName: name.slice(-200), ...target },
  body: bytes,
})

export const readFile = ({ bytes }: ChosenFile) => call(importsApi.read, { body: bytes })

export const checkFile = (file: ChosenFile, plan: Plan) => call(importsApi.check, asked(file, plan))

type ApplyOptions = {
  key: string
  /** Confirmed by a person: the batch holds the samples of this file already, and gets them once more. */
  importAgain: boolean
  onProgress: (progress: ImportProgress) => void
}

const withImportAgain = ({ query, body }: ReturnType<typeof asked>) => ({
  query: { ...query, importAgain: true },
  body,
})

/** Imports a file, and tells how far it is. With the same key it is imported once only. */
export async function applyFile(
  file: ChosenFile,
  plan: Plan,
  { key, importAgain, onProgress }: ApplyOptions,
): Promise<ImportedReply> {
  const results: ImportedReply[] = []
  await callByLines(
    importsApi.apply,
    importAgain ? withImportAgain(asked(file, plan)) : asked(file, plan),
    (line) => {
      if ('saved' in line) onProgress(line)
      if ('success' in line) results.push(line)
    },
    { idempotencyKey: key },
  )
  const [imported] = results
  if (imported) return imported
  throw new CallError('The answer broke off. Please try again: nothing is imported twice.', {
    code: 'no-answer',
  })
}
