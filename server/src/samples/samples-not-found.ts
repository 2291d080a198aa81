import { errorTexts } from '@lims/contract/errors.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Returns the error for chosen samples that do not exist. `consequence` is a sentence such as 'Nothing was saved.' */
export function samplesNotFound(missing: number, consequence: string, field = 'sampleIds'): DomainError {
  const which = missing === 1 ? '1 of the samples does' : `${formatNumber(missing)} of the samples do`
  const message = `${errorTexts.sampleNotFound}: ${which} not exist any more. ${consequence}`
  return new DomainError('sample-not-found', message, field)
}
