import { z } from 'zod'
import { numberInAddress, textInAddress } from '../../ui/address-values.ts'

export const RecentlyDeletedSearch = z.object({ page: numberInAddress, code: textInAddress })
