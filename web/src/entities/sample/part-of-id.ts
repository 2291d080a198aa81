import type { ByPartOfId } from '@lims/contract/sample-filters.ts'

const sentences: Record<NonNullable<ByPartOfId>[number], string> = {
  subjectId: 'No sample has exactly this subject ID. These are of all subjects whose ID contains it.',
  siteId: 'No sample has exactly this site ID. These are of all sites whose ID contains it.',
}

/**
 * Returns why samples of other subjects or sites match too, such as of P10 for P1. Empty if the filters are whole IDs.
 */
export const explainPartOfId = (byPartOfId: ByPartOfId = []): string =>
  byPartOfId.map((filter) => sentences[filter]).join(' ')
