import { z } from 'zod'
import { numberInAddress, textInAddress } from '../../ui/address-values.ts'

export const StorageListSearch = z.object({
  page: numberInAddress,
  query: textInAddress,
  sort: z.enum(['alias', '-alias']).optional().catch(undefined),
  view: z.enum(['list', 'tree']).optional().catch(undefined),
})

export const StorageEnhancedSearch = z.object({
  tab: z.enum(['grid', 'details', 'temperature', 'history']).optional().catch(undefined),
  colour: z.enum(['status', 'type']).optional().catch(undefined),
  /** The cell to start at, such as B4. */
  cell: textInAddress,
  /** How much of the temperature curve is shown. */
  period: z.enum(['day', 'week', 'month', 'year']).optional().catch(undefined),
  /** A second storage, open beside the first. */
  beside: numberInAddress,
})
