import { AuditEntityType, auditActions } from '@lims/contract/audit.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import { z } from 'zod'
import { textInAddress } from '../../ui/address-values.ts'

const instant = z.iso.datetime({ offset: true }).optional().catch(undefined)

/** The filters of the audit page. */
export const AuditSearch = z.object({
  personId: textInAddress,
  action: z.enum(keysOf(auditActions)).optional().catch(undefined),
  entityType: AuditEntityType.optional().catch(undefined),
  entityId: textInAddress,
  from: instant,
  to: instant,
})
export type AuditSearch = z.infer<typeof AuditSearch>
