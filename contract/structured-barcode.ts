type BarcodeSource = {
  id: string
  siteId?: string | null
  subjectId?: string | null
  visitId?: string | null
}

/** Returns site, subject, visit number and 001 joined by '-', such as `SITE001-P7f9c2-1-001`. */
export function structuredBarcode({ id, siteId, subjectId, visitId }: BarcodeSource): string {
  const subject = subjectId || `P${id.slice(0, 5)}`.slice(0, 8)
  const visit = (visitId || '').replace(/^v/i, '') || '1'
  return [siteId || 'SITE001', subject, visit, '001'].join('-')
}
