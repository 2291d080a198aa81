import { ImportField, placeColumnsProblem, placeFields } from '@lims/contract/imports.ts'

/** Usual column headers of each field, best match first, in normalised form. */
const names: Record<ImportField, string[]> = {
  name: [
    'name',
    'samplename',
    'specimenname',
    'sample',
    'specimen',
    'label',
    'samplelabel',
    'specimenlabel',
    'sampleid',
    'specimenid',
  ],
  alias: ['alias', 'tubeid', 'tubecode', 'tubebarcode', 'tubenumber', 'tube', 'barcode', 'barcodetag'],
  type: ['type', 'sampletype', 'specimentype', 'material', 'matrix'],
  status: ['status', 'samplestatus', 'state'],
  volume: ['volume', 'volumeml', 'volml', 'volumemillilitres', 'volumemilliliters', 'amountml', 'vol'],
  volumeUl: ['volumeul', 'volul', 'volumemicrolitres', 'volumemicroliters', 'amountul'],
  volumeUnit: [
    'unitofthevolume',
    'volumeunit',
    'volumeunits',
    'volunit',
    'volunits',
    'amountunit',
    'amountunits',
    'unit',
    'units',
  ],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
  subjectId: [
    'subjectid',
    'subject',
    'patientid',
    'patient',
    'participantid',
    'participant',
    'donorid',
    'donor',
    'ppid',
  ],
  siteId: ['siteid', 'site', 'clinic', 'centre', 'center'],
  visitId: ['visitid', 'visit', 'visitname', 'visitnumber', 'timepoint', 'occasion'],
  bamFileUri: ['bamfileuri', 'bamfile', 'bamuri', 'bam'],
  tubeType: ['tubetype', 'containertype'],
  freezer: ['freezer', 'freezername'],
  shelf: ['shelf', 'shelfname'],
  drawer: ['drawer', 'drawername'],
  rack: ['rack', 'rackname', 'tower'],
  box: [
    'box',
    'boxname',
    'boxlabel',
    'boxid',
    'storagebox',
    'container',
    'containername',
    'storagecontainer',
  ],
  position: [
    'positioninthebox',
    'positioninbox',
    'boxposition',
    'containerposition',
    'position',
    'tubeposition',
    'pos',
    'well',
    'cell',
    'slot',
  ],
  positionRow: ['rowinthebox', 'boxrow', 'containerrow', 'row'],
  positionColumn: ['columninthebox', 'boxcolumn', 'containercolumn', 'column', 'col'],
  place: ['placewithitspath', 'place', 'storageplace', 'storagelocation'],
  collectionTimestamp: [
    'collectiontimestamp',
    'collectedat',
    'collectiondatetime',
    'collectiondate',
    'dateofcollection',
    'datecollected',
    'collected',
    'samplingdate',
    'drawdate',
    'dateofdraw',
    'drawn',
    // Last: beside a column with the day it holds only the time of day.
    'collectiontime',
  ],
  receivedTimestamp: [
    'receivedtimestamp',
    'receivedat',
    'receiptdate',
    'dateofreceipt',
    'datereceived',
    'received',
  ],
  qcTimestamp: ['qctimestamp', 'qcat', 'qcdate', 'dateofqc'],
  processedTimestamp: [
    'processedtimestamp',
    'processedat',
    'processingdate',
    'dateofprocessing',
    'dateprocessed',
    'processed',
  ],
  archivedTimestamp: ['archivedtimestamp', 'archivedat', 'datearchived', 'archived'],
  thawCount: [
    'thawcount',
    'freezethawcycles',
    'freezethawcycle',
    'freezethawcount',
    'freezethaws',
    'freezethaw',
    'ftcycles',
    'thawcycles',
    'numberofthaws',
    'thaws',
  ],
  parent: [
    'parentsampleid',
    'parentsample',
    'parentname',
    'parentsamplename',
    'parenttubeid',
    'parentid',
    'parent',
    'parentspecimenlabel',
    'parentspecimen',
    'parentspecimenid',
    'parentlabel',
  ],
  sourceId: ['id', 'sampleuuid', 'uuid', 'guid', 'sampleid'],
}

/**
 * Usual German headers, which files of laboratories have; none that may mean two fields, such as 'Typ' or 'Standort'.
 */
const germanNames: Partial<Record<ImportField, string[]>> = {
  name: ['probenname', 'probenbezeichnung', 'probe', 'probenid'],
  alias: ['roehrchenid', 'roehrchencode', 'roehrchenbarcode', 'roehrchennummer', 'roehrchennr', 'roehrchen'],
  type: ['probentyp', 'probenart', 'probenmaterial'],
  status: ['probenstatus'],
  volume: ['volumen', 'volumenml', 'mengeml'],
  volumeUl: ['volumenul', 'mengeul'],
  volumeUnit: ['volumeneinheit', 'einheit'],
  notes: [
    'notizen',
    'notiz',
    'bemerkungen',
    'bemerkung',
    'kommentare',
    'kommentar',
    'anmerkungen',
    'anmerkung',
  ],
  subjectId: [
    'probandenid',
    'probandid',
    'probandennummer',
    'probandennr',
    'proband',
    'patientenid',
    'patientennummer',
    'patientennr',
    'teilnehmerid',
    'teilnehmer',
    'spenderid',
    'spender',
  ],
  siteId: ['zentrum', 'studienzentrum', 'pruefzentrum', 'klinik'],
  visitId: ['visite', 'visitennummer', 'visitennr'],
  tubeType: ['roehrchentyp', 'roehrchenart'],
  freezer: ['gefrierschrank', 'tiefkuehlschrank'],
  drawer: ['schublade'],
  position: ['positioninderbox'],
  positionRow: ['zeileinderbox', 'zeile', 'reihe'],
  positionColumn: ['spalteinderbox', 'spalte'],
  collectionTimestamp: [
    'entnahmedatum',
    'entnahmezeitpunkt',
    'datumderentnahme',
    'entnommenam',
    'abnahmedatum',
    'abnahmezeitpunkt',
  ],
  receivedTimestamp: ['eingangsdatum', 'empfangsdatum', 'eingegangenam', 'empfangenam', 'datumdeseingangs'],
  qcTimestamp: ['qcdatum', 'qcam'],
  processedTimestamp: ['verarbeitungsdatum', 'verarbeitetam', 'datumderverarbeitung'],
  archivedTimestamp: ['archivierungsdatum', 'archiviertam'],
  thawCount: ['auftauzyklen', 'gefriertauzyklen', 'einfrierauftauzyklen', 'frosttauzyklen'],
  parent: ['elternprobe', 'mutterprobe', 'ausgangsprobe'],
  sourceId: ['probenid'],
}

/** A cell may hold millions of characters; a longer text than this is not one of the captions above. */
const maxCaptionLength = 100

const umlauts = { ä: 'ae', ö: 'oe', ü: 'ue' }

const normaliseHeader = (header: string) =>
  (header.length > maxCaptionLength ? '' : header)
    .normalize()
    .replace(/[µμ]/g, 'u')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => umlauts[letter as keyof typeof umlauts])
    .replace(/[^a-z0-9]/g, '')

/**
 * Suggests a field for each column. Uses each field once, only one of the two volumes, and columns that say where tubes
 * are only if together they name a cell.
 */
export function suggestColumns(header: readonly string[]): (ImportField | null)[] {
  const captions = header.map(normaliseHeader)
  const suggested: (ImportField | null)[] = header.map(() => null)
  for (const field of ImportField.options) {
    if (field === 'volumeUl' && suggested.includes('volume')) continue
    const position = [...names[field], ...(germanNames[field] ?? [])]
      .map((name) => captions.findIndex((caption, index) => caption === name && suggested[index] === null))
      .find((found) => found >= 0)
    if (position !== undefined) suggested[position] = field
  }
  return suggested.map(placeFilter(suggested, captions))
}

/**
 * Our own exports have this column. Their samples are in the places that they name, so that no other can be placed
 * there.
 */
const captionOfOwnExport = 'storageid'

/** Returns a function that leaves out suggestions for places that contradict each other or name no cell. */
function placeFilter(suggested: readonly (ImportField | null)[], captions: readonly string[]) {
  const has = (field: ImportField) => suggested.includes(field)
  const unused = new Set<ImportField>()
  if (has('box') || captions.includes(captionOfOwnExport)) unused.add('place')
  if (has('position')) unused.add('positionRow').add('positionColumn')
  const without = (field: ImportField | null) => (field && unused.has(field) ? null : field)
  if (placeColumnsProblem(suggested.map(without))) for (const field of placeFields) unused.add(field)
  return without
}
