import { Reason } from '@lims/contract/reason.ts'

export const reasonMissing = 'Please say why'

/** A form rule for a reason that must be given. */
export const reasonRule = {
  required: true,
  validator: (_rule: unknown, text: unknown): Promise<void> =>
    Reason.safeParse(text).success ? Promise.resolve() : Promise.reject(new Error(reasonMissing)),
}
