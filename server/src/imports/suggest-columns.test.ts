import type { ImportField, placeFields } from '@lims/contract/imports.ts'
import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { suggestColumns } from './suggest-columns.ts'

/** Every caption by which a column is known, written as laboratories write it. */
const captions: Record<Exclude<ImportField, (typeof placeFields)[number]>, string[]> = {
  thawCount: [
    ...[
      'thawCount',
      'Freeze-thaw cycles',
      'Freeze/Thaw Cycle',
      'freeze thaw count',
      'Freeze-Thaws',
      'Freeze/thaw',
    ],
    ...['F/T cycles', 'Thaw cycles', 'Number of thaws', 'Thaws'],
  ],
  name: [
    'Name',
    'Sample Name',
    'specimen_name',
    'Sample',
    'Specimen',
    'LABEL',
    'Sample ID',
    'Specimen-ID',
    'Specimen Label',
    'Sample label',
  ],
  alias: ['Alias', 'Tube ID', 'tube code', 'Tube Barcode', 'Tube number', 'Tube', 'Barcode', 'Barcode Tag'],
  type: ['Type', 'Sample Type', 'Specimen type', 'Material', 'Matrix'],
  status: ['Status', 'Sample status', 'State'],
  volume: [
    ...[
      'Volume',
      'Volume (mL)',
      'Vol. [ml]',
      'Volume millilitres',
      'volume milliliters',
      'Amount (mL)',
      'Vol',
    ],
  ],
  volumeUl: ['Volume (µL)', 'Vol (μl)', 'volume microlitres', 'Volume Microliters', 'Amount uL'],
  volumeUnit: [
    ...['Unit of the volume', 'Volume unit', 'Volume Units', 'Vol. unit', 'vol_units', 'Amount unit'],
    ...['Amount units', 'Unit', 'UNITS'],
  ],
  notes: ['Notes', 'Note', 'Comments', 'Comment', 'Remarks', 'Remark'],
  subjectId: [
    ...[
      'Subject ID',
      'Subject',
      'Patient ID',
      'Patient',
      'Participant ID',
      'Participant',
      'Donor ID',
      'Donor',
      'PPID',
    ],
  ],
  siteId: ['Site ID', 'Site', 'Clinic', 'Centre', 'Center'],
  visitId: ['Visit ID', 'Visit', 'Visit Name', 'Visit number', 'Time point', 'Occasion'],
  bamFileUri: ['BAM File URI', 'BAM file', 'bam_uri', 'BAM'],
  tubeType: ['Tube Type', 'Container type'],
  collectionTimestamp: [
    ...['Collection timestamp', 'Collected at', 'Collection time', 'Collection date/time', 'Collection Date'],
    ...[
      'Date of collection',
      'date_collected',
      'Collected',
      'Sampling date',
      'Draw date',
      'Date of draw',
      'Drawn',
    ],
  ],
  receivedTimestamp: [
    ...['Received timestamp', 'Received at', 'Receipt date', 'Date of receipt', 'Date received', 'Received'],
  ],
  qcTimestamp: ['QC timestamp', 'QC at', 'QC date', 'Date of QC'],
  processedTimestamp: [
    ...['Processed timestamp', 'Processed at', 'Processing date', 'Date of processing', 'Date processed'],
    'Processed',
  ],
  archivedTimestamp: ['Archived timestamp', 'Archived at', 'Date archived', 'Archived'],
  parent: [
    ...[
      'Parent Sample ID',
      'Parent sample',
      'Parent name',
      'Parent sample name',
      'Parent tube ID',
      'Parent ID',
    ],
    ...['Parent', 'Parent Specimen Label', 'Parent specimen', 'Parent specimen ID', 'Parent Label'],
  ],
  sourceId: ['ID', 'Sample UUID', 'uuid', 'GUID'],
}

test.each(Object.entries(captions))('a column of %s is known by each of its names', (field, headers) => {
  for (const header of headers) expect([header, ...suggestColumns([header])]).toEqual([header, field])
})

/** Every German caption by which a column is known, written as laboratories write it. */
const germanCaptions: Partial<Record<ImportField, string[]>> = {
  name: ['Probenname', 'Probenbezeichnung', 'Probe', 'Proben-ID'],
  alias: [
    ...['Röhrchen-ID', 'Röhrchencode', 'Röhrchen-Barcode', 'Röhrchennummer', 'Röhrchen-Nr.', 'Röhrchen'],
    'Roehrchen-Nr.',
  ],
  type: ['Probentyp', 'Probenart', 'Probenmaterial'],
  status: ['Probenstatus'],
  volume: ['Volumen', 'Volumen (ml)', 'Menge (mL)'],
  volumeUl: ['VOLUMEN (µL)', 'Menge (μl)'],
  volumeUnit: ['Volumeneinheit', 'Einheit'],
  notes: [
    ...['Notizen', 'Notiz', 'Bemerkungen', 'Bemerkung'],
    ...['Kommentare', 'Kommentar', 'Anmerkungen', 'Anmerkung'],
  ],
  subjectId: [
    ...['Probanden-ID', 'Proband-ID', 'Probandennummer', 'Probanden-Nr.', 'Proband', 'Patienten-ID'],
    ...['Patientennummer', 'Patienten-Nr.', 'Teilnehmer-ID', 'Teilnehmer', 'Spender-ID', 'Spender'],
  ],
  siteId: ['Zentrum', 'Studienzentrum', 'Prüfzentrum', 'Klinik'],
  visitId: ['Visite', 'Visitennummer', 'Visiten-Nr.'],
  tubeType: ['Röhrchentyp', 'Röhrchenart', 'Ro\u0308hrchentyp'],
  collectionTimestamp: [
    ...['Entnahmedatum', 'Entnahmezeitpunkt', 'Datum der Entnahme', 'Entnommen am', 'Abnahmedatum'],
    'Abnahmezeitpunkt',
  ],
  receivedTimestamp: [
    ...['Eingangsdatum', 'Empfangsdatum', 'Eingegangen am', 'Empfangen am', 'Datum des Eingangs'],
  ],
  qcTimestamp: ['QC-Datum', 'QC am'],
  processedTimestamp: ['Verarbeitungsdatum', 'Verarbeitet am', 'Datum der Verarbeitung'],
  archivedTimestamp: ['Archivierungsdatum', 'Archiviert am'],
  thawCount: ['Auftauzyklen', 'Gefrier-Tau-Zyklen', 'Einfrier-/Auftauzyklen', 'Frost-Tau-Zyklen'],
  parent: ['Elternprobe', 'Mutterprobe', 'Ausgangsprobe'],
}

test.each(Object.entries(germanCaptions))('a column of %s is known by its German names', (field, headers) => {
  for (const header of headers) expect([header, ...suggestColumns([header])]).toEqual([header, field])
})

test.each([
  ['Gefrierschrank', 'Box', 'Position in der Box'],
  ['Tiefkühlschrank', 'Box', 'Position'],
])('German headers of places are known: %s', (...header) => {
  expect(suggestColumns(header)).toEqual(['freezer', 'box', 'position'])
})

test.each([
  ['Zeile', 'Spalte'],
  ['Zeile in der Box', 'Spalte in der Box'],
  ['Reihe', 'Spalte'],
])('%s and %s are a position in German', (...header) => {
  expect(suggestColumns(['Schublade', 'Box', ...header])).toEqual([
    ...['drawer', 'box', 'positionRow', 'positionColumn'],
  ])
})

test('usual German headers are known beside each other', () => {
  const header = [
    'Probenname',
    'Röhrchen-ID',
    'Probentyp',
    'Volumen (ml)',
    'Proband',
    'Visite',
    'Entnahmedatum',
  ]
  const fields = ['name', 'alias', 'type', 'volume', 'subjectId', 'visitId', 'collectionTimestamp']
  expect(suggestColumns(header)).toEqual(fields)
})

test('a German header is one of the ID as Sample ID is: of the sample, or of this file beside a name', () => {
  expect(suggestColumns(['Proben-ID'])).toEqual(['name'])
  expect(suggestColumns(['Proben-ID', 'Probenname'])).toEqual(['sourceId', 'name'])
})

test('a header that is before a German one in English keeps its field', () => {
  expect(suggestColumns(['Röhrchen-ID', 'Tube ID', 'Volumen', 'Volume (mL)'])).toEqual([
    ...[null, 'alias', null, 'volume'],
  ])
})

test('an unknown column, or one that may mean two fields in German, is left out', () => {
  expect(suggestColumns(['Colour', '', '§', 'Typ', 'Standort', 'Menge'])).toEqual([
    ...[null, null, null, null, null, null],
  ])
})

test('the surer name wins, and the other column is left for another field', () => {
  expect(suggestColumns(['Sample ID', 'Sample Name'])).toEqual(['sourceId', 'name'])
  expect(suggestColumns(['Sample Name', 'Sample ID'])).toEqual(['name', 'sourceId'])
  expect(suggestColumns(['Name', 'Name'])).toEqual(['name', null])
})

test('of two volumes only the one in millilitres is taken', () => {
  expect(suggestColumns(['Volume (µL)', 'Volume (mL)'])).toEqual([null, 'volume'])
  expect(suggestColumns(['Name', 'Volume (µL)'])).toEqual(['name', 'volumeUl'])
})

test('a volume column does not affect the columns after it', () => {
  expect(suggestColumns(['Volume (mL)', 'Notes', 'Parent', 'ID'])).toEqual([
    'volume',
    'notes',
    'parent',
    'sourceId',
  ])
})

test.each([
  ['Freezer', 'freezer'],
  ['Freezer name', 'freezer'],
  ['Rack', 'rack'],
  ['Rack name', 'rack'],
  ['Tower', 'rack'],
  ['Shelf', 'shelf'],
  ['Shelf name', 'shelf'],
  ['DRAWER', 'drawer'],
  ['Drawer name', 'drawer'],
])('%s is known beside a box and a position', (header, field) => {
  expect(suggestColumns([header, 'Box', 'Position'])).toEqual([field, 'box', 'position'])
})

test.each([
  'Box',
  'Box name',
  'Box ID',
  'Box label',
  'Storage box',
  'Container',
  'Container Name',
  'Storage container',
])('%s is a box if there is a position too', (header) => {
  expect(suggestColumns([header, 'Position in the box'])).toEqual(['box', 'position'])
  expect(suggestColumns([header])).toEqual([null])
})

test.each([
  'Position',
  'Position in box',
  'Box position',
  'Container-Position',
  'Tube position',
  'Pos.',
  'Well',
  'Cell',
  'Slot',
])('%s is a position if there is a box', (header) => {
  expect(suggestColumns(['Box', header])).toEqual(['box', 'position'])
  expect(suggestColumns([header, 'Freezer'])).toEqual([null, null])
})

test('a row and a column are a position, but not one of them alone, nor beside a position', () => {
  expect(suggestColumns(['Box', 'Row', 'Col'])).toEqual(['box', 'positionRow', 'positionColumn'])
  expect(suggestColumns(['Box', 'Box row', 'Box Column'])).toEqual(['box', 'positionRow', 'positionColumn'])
  expect(suggestColumns(['Box', 'Row in the box', 'Column in the box'])).toEqual([
    ...['box', 'positionRow', 'positionColumn'],
  ])
  expect(suggestColumns(['Box', 'Container row', 'Container column'])).toEqual([
    ...['box', 'positionRow', 'positionColumn'],
  ])
  expect(suggestColumns(['Box', 'Row', 'Column'])).toEqual(['box', 'positionRow', 'positionColumn'])
  expect(suggestColumns(['Box', 'Row'])).toEqual([null, null])
  expect(suggestColumns(['Row', 'Box', 'Position'])).toEqual([null, 'box', 'position'])
  expect(suggestColumns(['Row', 'Column', 'Box', 'Position'])).toEqual([null, null, 'box', 'position'])
})

test('a place with its path is known, unless it is where the samples of our own export are', () => {
  for (const header of ['Place', 'Place with its path', 'Storage place', 'Storage location'])
    expect(suggestColumns(['Name', header])).toEqual(['name', 'place'])
  expect(suggestColumns(['Storage location', 'Box', 'Position'])).toEqual([null, 'box', 'position'])
  expect(suggestColumns(['name', 'place', 'storageId'])).toEqual(['name', null, null])
})

test('a caption has at most 100 characters', () => {
  expect(suggestColumns(['type'.padEnd(100), 'name'.padEnd(101)])).toEqual(['type', null])
})

test('what is far longer than any caption is not read', async () => {
  const header = ['name', 'µ '.repeat(20_000_000), `type${' '.repeat(200)}`]
  await expectWithin(500, () => expect(suggestColumns(header)).toEqual(['name', null, null]))
})

test('the day of the collection is suggested, not the time of day beside it', () => {
  const suggested = ['name', null, 'collectionTimestamp']
  expect(suggestColumns(['Sample', 'Collection time', 'Collection date'])).toEqual(suggested)
  expect(suggestColumns(['Sample', 'Collection time', 'Draw date'])).toEqual(suggested)
  expect(suggestColumns(['Sample', 'Collection time'])).toEqual(['name', 'collectionTimestamp'])
})
