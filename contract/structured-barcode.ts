type BarcodeSource = {
  id: string
  siteId?: string | null
  subjectId?: string | null
  visitId?: string | null
}

/** The V of a visit number such as V1, not that of a word such as 'Visit'. */
const visitSign = /^v(?!\p{L}{2})/iu

/** Returns site, subject, visit number and 001 joined by '-', such as `SITE001-P7f9c2-1-001`. */
export function structuredBarcode({ id, siteId, subjectId, visitId }: BarcodeSource): string {
  const subject = subjectId || `P${id.slice(0, 5)}`.slice(0, 8)
  const visit = (visitId || '').replace(visitSign, '') || '1'
  return [siteId || 'SITE001', subject, visit, '001'].join('-')
}
