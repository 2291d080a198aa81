import type { Access } from './access.ts'

/** Returns whether a caller may see the IDs of subjects and sites. While roles are off, everybody may. */
export const seesSubjects = (caller: { access: Access } | null): boolean =>
  caller?.access.permissions.has('subject.read') ?? false
