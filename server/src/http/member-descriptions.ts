const omitted = 'Omitted fields keep their value'
const placeOfTube = 'Where the tube is; null if it is not in storage'
const idOfSample = 'The id of a sample, not its tube ID'
const cellOrNothing = 'The storage of the cell. 0, without a cell, takes the sample out of storage'
const parent = '0 or null: the top level'
const reasonToDelete = 'Why, for the audit trail. Required (reason-required) while roles are on'
const reasonToGoBack =
  'Why, for the audit trail. Required (reason-required) while roles are on and a status returns to an earlier one'

/**
 * What members of queries mean beyond their names and types: by name, or by the path of one endpoint and the name. Not
 * in the contract, which every browser would load.
 */
const ofQueries: Readonly<Record<string, string>> = {
  pageNumber: 'Begins at 0',
  id: 'The id of the record, not its name or tube ID',
  sampleId: idOfSample,
  sort: 'A minus in front: descending',
  storageIds: 'Ids, separated by commas, at most 100',
  after: 'Labels after this place',
  '/samples/list query': 'Part of the name, tube ID, type or notes, or a whole id',
  '/samples/search query': 'Part of the name, tube ID, type or notes, or a whole id',
  '/samples/list storageId': 'In this storage or one inside it',
  '/samples/export storageId': 'In this storage or one inside it',
  '/audit/list entityId':
    'The id or name of a record (the last name of a deleted one), the tube ID of a sample, or the code of a storage',
  '/audit/list from': 'At or after this time',
  '/audit/list to': 'Before this time',
  '/temperatures/excursions from': 'Excursions that end after this time, or go on',
  '/temperatures/excursions to': 'Excursions that begin before this time',
  '/temperatures/samples beganAt': 'The beginning of the excursion, as /temperatures/excursions lists it',
  '/custody/list personId': 'Only what this person holds or changed last, or what is reserved for them',
  name: 'Part of the name, case-insensitive',
  hasPlace: 'Whether the sample is in storage',
  hasFile: 'Whether a data file is linked and not in doubt',
  hasParent: 'Whether the sample is a child of another',
  createdFrom: 'Registered at or after this time',
  createdTo: 'Registered before this time',
  waits:
    'Only samples that wait in their status: not children before RECEIVED, nor what is depleted or disposed of',
  waitingSince: 'In their current status since before this time',
  reached: 'Samples that have reached this status',
  reachedFrom: 'With reached: at or after this time',
  reachedTo: 'With reached: before this time',
  change: 'Samples with this action in the audit trail, such as sample.arrange, but not subject.reveal',
  changedBy: 'With change: by this person',
  changedFrom: 'With change: at or after this time',
  changedTo: 'With change: at or before this time',
  changedVariant:
    'With change: taken-out (by sample.arrange), not-found (reports undone by custody.undo-pick), or none of them',
  cursor: 'nextCursor of the page before, or its nextBatchCursor to leave out the rest of its last batch',
}

/** The same of bodies: by name, by the path of one endpoint and the name, or by the path for the body as a whole. */
const ofBodies: Readonly<Record<string, string>> = {
  version:
    'The version that was read. If the record has changed since, nothing is saved (409); without it, the change is saved on top',
  scannedAt:
    'Time of the scan, if it was sent later: since the sign-in, or with an API token at most a day ago, and not in the future',
  nowIfRefused:
    'True: a scannedAt that is not accepted becomes the time of the request, instead of a refusal',
  sampleId: idOfSample,
  sampleIds: 'Ids of samples, not tube IDs',
  identifier: 'The tube ID of a sample, or its id',
  identifiers: 'Tube IDs of samples, or their ids',
  codes: 'Ids, tube IDs or names of samples, in any case',
  aliases: 'Names, no two of them the same in any case',
  '/samples/update': `${omitted}; null or an empty text clears an optional one, and a volume of null is 0`,
  '/batches/update': omitted,
  '/storage/update': omitted,
  '/samples/arrange storageId': cellOrNothing,
  '/samples/arrange expected':
    'Where the caller believes the samples to be. If one is somewhere else, nothing is moved (409)',
  '/samples/arrange custodyEventId':
    'The change of custody that the caller believes to hold, null for none. If another one holds, nothing is moved (409)',
  '/samples/update-location custodyEventId':
    'The change of custody that the caller believes to hold, as /samples/location returns it. If another one holds, the sample is not moved (409)',
  '/samples/arrange undo':
    'Marks the request as the undo of another: its changes of custody, as its reply names them, are undone too',
  '/samples/update-location storageId': cellOrNothing,
  '/samples/update-location expected':
    'Where the caller believes the sample to be. If it is somewhere else, it is not moved (409)',
  '/picks/not-found expected':
    'Where the list shows the tube. If it is somewhere else by now, it is not reported (409)',
  '/picks/not-found path': 'The names of the storages around the cell, root first, with its box',
  '/samples/associate custodyEventId':
    'The change of custody that the caller believes to hold, null for none. If another one holds, the sample is not placed (409)',
  '/custody/put-away custodyEventIds':
    'The changes of custody that the caller saw, one for each sample. If one was returned anew since, nothing is confirmed (409)',
  '/custody/return custodyEventIds':
    'The changes of custody that the caller saw, one for each of identifiers. If another one holds, nothing is returned (409)',
  '/custody/set expectedEventIds':
    'The changes of custody that the caller believes to hold, one for each sample, null for none. If another one holds, nothing is changed (409)',
  '/samples/edit-field versions':
    'The version of each sample, in the order of sampleIds. If one has changed since, nothing is saved (409)',
  '/samples/edit-field values':
    'One value for all samples, or one for each in the order of sampleIds; null clears an optional field',
  location: 'The label of the cell, such as B4, instead of rowCoordinate and columnCoordinate',
  alsoChildren: 'True: children that have the former subject, site or visit get the new one too',
  alsoNewChildren:
    'True: children that were created or restored since the last change of their parent, with its value, get its new value too',
  takeFromParent: 'True: what the children get, and the loss, is taken off the parent',
  loss: 'Millilitres that are lost on the way, once for all children of a parent',

  '/storage/add parentID': parent,
  '/storage/add-many parentID': parent,
  '/storage/copy parentID': `${parent}. Omitted: that of the copied storage`,
  '/storage/update parentID': `${parent}. Omitted: the storage stays in its parent`,
  rowPrefix: 'The first label of the rows, such as 1 or A, from which the others follow; null or empty: 1',
  columnPrefix:
    'The first label of the columns, such as 1 or A, from which the others follow; null or empty: A',
  rowCoordinate: 'Counted from 1; only together with columnCoordinate',
  columnCoordinate: 'Counted from 1; only together with rowCoordinate',
  nominalTemperatureC: '°C; null: that of the storage around it',
  '/storage/associate userID': 'Ignored: the token identifies the person',

  thawed: 'True counts one freeze-thaw cycle for each tube that is stored at −60 °C or colder',
  keepPlace: 'False: the cells become free',
  freesCells:
    'True: goes on although samples that become depleted or disposed of again leave their cells; without it, that is refused (409)',
  overLimit:
    'True: goes on although tubes exceed their limit of freeze-thaw cycles; another person has to confirm each',
  '/custody/set expected':
    'What the caller believes the samples to be. If one is something else, nothing is changed (409)',
  '/temperatures/post storage': 'Instead of storageId: the code on its label (STO0000012), or its alias',
  '/temperatures/post celsius':
    '°C, from −273.15 to 200. One reading outside that range refuses the whole call',
  lowerC: '°C; null: 10 °C below the nominal temperature',
  upperC: '°C; null: 10 °C above the nominal temperature',
  minutesOutside: 'An excursion begins when readings have been outside the limits for this long',
  minutesWithoutReadings: 'An alarm begins when no reading has come for this long',
  applySince:
    'Applies the limits to the readings since then too; without it, only to those that come from now on',

  '/samples/delete reason': reasonToDelete,
  '/samples/delete-chosen reason': reasonToDelete,
  '/batches/delete reason': reasonToDelete,
  '/batches/delete expectedNumSamples':
    'How many samples the caller saw. If the batch has another number by now, nothing is deleted (409)',
  '/storage/delete reason': reasonToDelete,
  '/samples/update reason': reasonToGoBack,
  '/samples/update-lifecycle reason': reasonToGoBack,
  '/samples/update-statuses reason': reasonToGoBack,
  '/samples/undo-status reason': reasonToGoBack,
  '/custody/undo reason':
    'Why, for the audit trail. Required (reason-required) while roles are on and a depleted or disposed-of sample is in use again, or one is released from quarantine',
  '/print-runs/start reason':
    'Why labels are printed again. Required (reprint-needs-reason, 409) if one was printed before, or may have been',
  '/print-runs/mark reason': 'Why, for the history of the label',
  '/label/generate uuid': idOfSample,
  additionalInfo:
    "A line of text for the label. The default, 'UUID' and the id, adds none: the QR code has the id",
  errorCorrection: 'Of the QR code; 0 to 3 are L, M, Q and H',
  onlyUnprinted: 'True: leaves out labels that were printed before, or may have been',
  boxesInside: 'Instead of storageIds: all boxes inside this storage, at any depth',
  '/racks/preview content': 'The text of the file',
  convention:
    'slas: a letter is a row, a number a column; own: positions are the labels of the box. Without it, the one that fits better',
  '/picks/create personId': 'For whom the tubes are reserved; without it, for the caller',
  '/tokens/create personId': 'The service account that it is for; without it, the caller',
  withoutUnavailable: 'True: tubes that cannot be reserved are left out, instead of a refusal (409)',
  unavailableSampleIds:
    'With withoutUnavailable: those that the caller saw as such. If another one is, no list is created (409)',
  '/picks/pick code': 'The tube ID or id of a sample, or the code of a storage',
  '/stock-takes/scan code': 'The tube ID or id of a sample',
  keepCells: 'True: missing tubes keep their cells',
  racks: 'For free: how many racks, shelves or drawers; without it, the storages themselves are freed',
  targetIds: 'Where boxes may go, with everything inside; without it, anywhere',
  merge: 'True: tubes of a box without a free cell may go into free cells of another box',
  belowPercent: 'For consolidate: boxes that are filled less are merged',
  boxCode: 'The code on the label of the box, or its name if only one box of the move has it',
  targetCode:
    'The code on the label of the storage that holds the box now, its name or its path, alone or followed by the cell',
  expectedRole: 'The role that the person has. If it is another one by now, nothing is changed (409)',
  '/subjects/erase samples': 'keep: they stay, as anonymous. destroy: they are listed for destruction',
  withoutPlace: 'True: samples and storages whose cell is taken or gone are restored without a place',
}

/** The same of replies, and of what many of them share by its name. */
const ofReplies: Readonly<Record<string, string>> = {
  alias: 'Of a sample: its tube ID. Of a storage: its name',
  version: 'For the next update: if the record has changed since, that is refused (409)',
  masked: 'True: IDs of subjects and sites are hidden from the caller; null does not mean that there is none',
  totalIsExact: 'False: there are more than the total says',
  nextCursor: 'cursor of the next page. Absent on the last page',
  isContext: 'True: it does not match the filters itself, but one of its children does',
  '/samples/list place': placeOfTube,
  '/samples/search place': placeOfTube,
  '/samples/tree place': placeOfTube,
  '/samples/chosen place': placeOfTube,
  '/picks/get place': 'In the order of the walk, from 1',
  '/picks/get occupied': 'Cells that hold a tube, counted from 0 row by row',
  '/print-runs/labels place': 'In the order of printing, from 1; identifies the label in /print-runs/mark',
  '/storage/get occupied': 'Number of cells that are not empty',
  '/storage/list occupied': 'Number of cells that are not empty',
  custodyEventId:
    'The change of custody that holds, as other calls compare it with custodyEventId, custodyEventIds or expected; null for none',
  deletionId: 'For /deletions/undo',
  '/samples/receive eventId': 'For /samples/undo-status',
  '/samples/update-lifecycle eventId': 'For /samples/undo-status',
  '/samples/update-statuses eventIds':
    'The change of each sample, in the order of sampleIds without repetitions; for /samples/undo-status',
  '/custody/set eventIds':
    'The change of each sample, in the order of sampleIds without repetitions; for /custody/undo',
  '/custody/check-out eventId': 'For /custody/undo',
  '/custody/return eventId': 'For /custody/undo',
  '/samples/arrange before': 'moves of the request that undoes this one',
  '/samples/arrange custodyEventIds':
    'Changes of custody that this request has made: undo.custodyEventIds of the request that undoes it',
  '/samples/edit-field undo': 'The request that undoes this one; null if no value differs',
  '/samples/add-children undo': 'The body of /samples/undo-add-children',
  '/storage/add-many undo': 'The body of /storage/undo-add',
  '/storage/copy undo': 'The body of /storage/undo-add',
  '/temperatures/post repeated': 'Readings that are stored already',
  '/temperatures/post conflicting': 'Readings that were ignored: another value is stored for the same time',
  'ErrorReply field': 'The member that is wrong, such as tubeTypes.0.count',
  'ErrorReply changes': 'With version-stale, where it is known: what others have changed since',
  'ErrorReply sampleId': 'With sample-not-receivable: the sample',
  'ErrorReply requestId': 'With internal: the request in the log of the server',
}

type Schema = {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}
export type Parameter = { in: string; name: string; description?: string }

type Described = { parameters: Parameter[]; body: object | undefined; reply: object | undefined }

/** Adds what the members of a query, a body and a reply mean, unless the contract says so itself. */
export function describeMembers(path: string, { parameters, body, reply }: Described) {
  for (const parameter of parameters) {
    describe(parameter, ofQueries[`${path} ${parameter.name}`] ?? ofQueries[parameter.name])
  }
  if (body) describe(body, ofBodies[path])
  describeInside(path, body, ofBodies)
  describeInside(path, reply, ofReplies)
}

/** Returns a schema that replies of many endpoints share, with what its members mean. */
export function describeShared(name: string, schema: object): object {
  describeInside(name, schema, ofReplies)
  return schema
}

function describeInside(path: string, schema: Schema | undefined, descriptions: typeof ofBodies) {
  if (!schema) return
  const { properties = {}, items, anyOf = [], allOf = [], oneOf = [] } = schema
  for (const [name, member] of Object.entries(properties)) {
    describe(member, descriptions[`${path} ${name}`] ?? descriptions[name])
    describeInside(path, member, descriptions)
  }
  for (const inner of [items, ...anyOf, ...allOf, ...oneOf]) describeInside(path, inner, descriptions)
}

function describe(described: { description?: string }, description: string | undefined) {
  if (description) described.description ??= description
}

/** For the test: every description. */
export const memberDescriptions: readonly string[] = [ofQueries, ofBodies, ofReplies].flatMap(Object.values)
