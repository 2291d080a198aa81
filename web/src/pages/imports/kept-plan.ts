import type { ReadFileReply } from '@lims/contract/imports.ts'
import { draftKey, readDraft, removeDraft, saveDraft } from '../../forms/draft-storage.ts'
import type { ChosenFile, Plan } from './import-api.ts'

type Kept = { file: string; plan: Plan }

const form = 'import'
const identify = ({ name }: ChosenFile, { columns }: ReadFileReply) =>
  JSON.stringify([name, columns.map(({ header }) => header)])

/** Keeps what was chosen for a file when the session ends or the page is reloaded: only the file is chosen again. */
export const keepPlan = (file: ChosenFile, read: ReadFileReply, plan: Plan) =>
  saveDraft<Kept>(draftKey(form), { was: { file: '', plan }, typed: { file: identify(file, read), plan } })

/** Returns the plan that was kept for a file of this name with these columns. */
export function findKeptPlan(file: ChosenFile, read: ReadFileReply): Plan | undefined {
  const kept = readDraft<Kept>(draftKey(form))?.typed
  return kept?.file === identify(file, read) ? kept.plan : undefined
}

export const forgetPlan = () => removeDraft(draftKey(form))

/** Forgets the plan of a file; that of another file, which was chosen since, stays. */
export function forgetPlanOf(file: ChosenFile, read: ReadFileReply): void {
  if (findKeptPlan(file, read)) forgetPlan()
}
