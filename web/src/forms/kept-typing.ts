import { z } from 'zod'
import { decodeToken } from '../api/decode-token.ts'
import { storedToken } from '../api/stored-token.ts'

/** What was typed, and the record that it was typed over. */
const KeptTyping = z.object({
  was: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
})

const prefixOf = (token: string | undefined) => `lims.typed.${decodeToken(token ?? '')?.sub ?? 'nobody'}.`

/** Of one form in one browser tab, and of the person who fills it: nobody else may read it after the next sign-in. */
export const typingKey = (form: string): string => prefixOf(storedToken()) + form

export function readTyping<V>(key: string): { was: V; typed: V } | undefined {
  const stored = sessionStorage.getItem(key)
  const kept = stored ? KeptTyping.safeParse(JSON.parse(stored)).data : undefined
  return kept as { was: V; typed: V } | undefined
}

export const keepTyping = <V extends object>(key: string, kept: { was: V; typed: V }) =>
  sessionStorage.setItem(key, JSON.stringify(kept))

export const forgetTyping = (key: string) => sessionStorage.removeItem(key)

/** Drops the drafts of all forms of the person with this token. */
export function forgetAllTyping(token: string): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
  for (const key of keys.filter((key) => key.startsWith(prefixOf(token)))) forgetTyping(key)
}
