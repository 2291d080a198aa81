import { z } from 'zod'
import { keysOf } from './keys-of.ts'

/** What a person or a token may be allowed to do, and how a refusal and the screens name it. */
export const permissionTexts = {
  'sample.read': 'see samples',
  'sample.create': 'register samples and children',
  'sample.edit': 'edit samples',
  'sample.status': 'change the status of samples',
  'sample.receive': 'receive samples',
  'sample.delete': 'delete samples',
  'subject.read': 'see subject and site IDs',
  'subject.reveal': 'reveal the subject ID of a sample, with a reason',
  'subject.erase': 'erase a subject',
  'batch.read': 'see batches',
  'batch.create': 'create batches',
  'batch.edit': 'edit batches',
  'batch.delete': 'delete batches',
  'storage.read': 'see storages',
  'storage.edit': 'create, edit and move storages',
  'storage.delete': 'delete storages',
  'placement.edit': 'place, move and take out samples',
  'custody.edit': 'check samples out and return them, and change their custody',
  'stock-take.count': 'count tubes in stock-takes',
  'stock-take.apply': 'accept differences of stock-takes, and cancel them',
  'label.print': 'print labels',
  import: 'import files',
  export: 'export lists and manifests',
  restore: 'restore what was deleted',
  'sync.read': 'see the data repository',
  'sync.run': 'scan the data repository',
  'audit.read': 'read the audit trail',
  'people.manage': 'manage people, roles and tokens',
  'token.create': 'create API tokens',
  'pick.edit': 'create pick lists and pick from them',
  'move.plan': 'plan moves of boxes, close and undo them',
  'move.run': 'move boxes by a plan',
  'temperature.post': 'post temperatures of storages',
  'temperature.acknowledge': 'acknowledge temperature alarms',
} as const satisfies Record<string, string>

export type Permission = keyof typeof permissionTexts
export const permissions = keysOf(permissionTexts)
export const Permission = z.enum(permissions)

export const Role = z.enum(['viewer', 'bench', 'storage-keeper', 'study-lead', 'administrator'])
export type Role = z.infer<typeof Role>

const viewer = [
  'sample.read',
  'batch.read',
  'storage.read',
  'sync.read',
  'export',
] as const satisfies Permission[]
const bench = [
  ...viewer,
  'sample.create',
  'sample.edit',
  'sample.status',
  'sample.receive',
  'batch.create',
  'batch.edit',
  'placement.edit',
  'custody.edit',
  'stock-take.count',
  'label.print',
  'import',
  'token.create',
  'pick.edit',
  'move.run',
  'temperature.post',
  'temperature.acknowledge',
] as const satisfies Permission[]

/** The five roles: their names on screens, and what each may do. */
export const roles: Record<Role, { name: string; summary: string; permissions: readonly Permission[] }> = {
  viewer: {
    name: 'Viewer',
    summary:
      'Sees and exports samples, batches and storages, without subject and site IDs; changes nothing, and does not see the audit trail.',
    permissions: viewer,
  },
  bench: {
    name: 'Bench',
    summary: 'All daily work; deletes nothing, and subject IDs are hidden.',
    permissions: bench,
  },
  'storage-keeper': {
    name: 'Storage keeper',
    summary:
      'Storages and the places of tubes: receives, places, moves and counts them; edits no samples, and subject and site IDs are hidden.',
    permissions: [
      ...viewer,
      'sample.receive',
      'storage.edit',
      'storage.delete',
      'placement.edit',
      'custody.edit',
      'stock-take.count',
      'stock-take.apply',
      'label.print',
      'restore',
      'token.create',
      'pick.edit',
      'move.plan',
      'move.run',
      'temperature.post',
      'temperature.acknowledge',
    ],
  },
  'study-lead': {
    name: 'Study lead',
    summary: 'All daily work with subject IDs; deletes samples and batches, and sees the audit trail.',
    permissions: [
      ...bench,
      'storage.edit',
      'stock-take.apply',
      'sample.delete',
      'batch.delete',
      'restore',
      'subject.read',
      'subject.reveal',
      'sync.run',
      'audit.read',
      'move.plan',
    ],
  },
  administrator: {
    name: 'Administrator',
    summary: 'Everything, and who may do what.',
    permissions,
  },
}
