import { CustodyList } from '@lims/contract/custody.ts'
import { z } from 'zod'
import { numberInAddress } from '../../ui/address-values.ts'

/** Which list is shown below the scans. */
export const CustodySearch = z.object({
  show: CustodyList.optional().catch(undefined),
  /** Only what the signed-in person holds. */
  mine: z.literal('yes').optional().catch(undefined),
  page: numberInAddress,
})
export type CustodySearch = z.infer<typeof CustodySearch>
