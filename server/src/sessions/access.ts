import { type Permission, permissions, Role, roles } from '@lims/contract/permissions.ts'
import type { Config } from '../config.ts'

/** What a caller may do. While roles are off, `role` is null and everybody may do everything. */
export type Access = { rolesOn: boolean; role: Role | null; permissions: ReadonlySet<Permission> }

const everything: Access = { rolesOn: false, role: null, permissions: new Set(permissions) }
const nothing: Access = { rolesOn: true, role: null, permissions: new Set() }
const accessOfRole = new Map<Role, Access>(
  Role.options.map((role) => [role, { rolesOn: true, role, permissions: new Set(roles[role].permissions) }]),
)

/** Returns what a person may do, by their role, the state of roles and the settings ADMIN_EMAILS and DEFAULT_ROLE. */
export function accessOf(
  { adminEmails, defaultRole }: Config['access'],
  { email, role, areRolesOn }: { email: string; role: Role | null; areRolesOn: boolean },
): Access {
  if (!areRolesOn && adminEmails.length === 0) return everything
  return accessOfRole.get(adminEmails.includes(email) ? 'administrator' : (role ?? defaultRole)) ?? nothing
}

/** Returns an access cut down to a list of permissions, as that of an API token is. */
export const limitAccess = (access: Access, allowed: readonly Permission[]): Access => ({
  ...access,
  permissions: new Set(allowed.filter((permission) => access.permissions.has(permission))),
})
