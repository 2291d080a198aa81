import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'

/** The types of samples, as options of a select. */
export const typeChoices = SampleType.options.map((value) => ({ value, label: displayName(value) }))

/** The statuses of samples, as options of a select. */
export const statusChoices = SampleStatus.options.map((value) => ({ value, label: displayName(value) }))
