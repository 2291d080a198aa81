type Barcoded = {
  id: string
  siteId?: string | null
  subjectId?: string | null
  visitId?: string | null
}

/** Site, subject, visit number and 001, joined by '-': `SITE001-P7f9c2-1-001`. */
export function structuredBarcode({ id, siteId, subjectId, visitId }: Barcoded): string {
  const subject = subjectId || `P${id.slice(0, 5)}`.slice(0, 8)
  const visit = (visitId || '').replace(/^v/i, '') || '1'
  return [siteId || 'SITE001', subject, visit, '001'].join('-')
}
