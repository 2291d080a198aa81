import type { Page } from '@playwright/test'

export type Lab = {
  sample: string
  batch: string
  freezer: number
  box: number
  stockTake: string
  pickList: string
  move: string
}

export type Screen = {
  name: string
  title: string
  words: string
  address: (lab: Lab) => string
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>
  isPublic?: true
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

export const screens: readonly Screen[] = [
  {
    name: 'landing',
    title: 'Landing page',
    words: 'What a visitor sees.',
    address: () => '/',
    isPublic: true,
  },
  {
    name: 'login',
    title: 'Login',
    words: 'The way to the identity provider.',
    address: () => '/auth/login',
    isPublic: true,
  },
  {
    name: 'not-found',
    title: 'Unknown address',
    words: 'With the way back.',
    address: () => '/no/such/page',
    isPublic: true,
  },
  {
    name: 'dashboard',
    title: 'Dashboard',
    words: 'The laboratory at a glance.',
    address: () => '/dashboard',
  },
  {
    name: 'samples',
    title: 'Samples',
    words: 'Batch, parent and child, with filters.',
    address: () => '/samples',
  },
  {
    name: 'sample',
    title: 'Sample Details',
    words: 'Fields, history, place and label of one tube.',
    address: ({ sample }) => `/samples/${sample}`,
    act: async (page) => {
      await press('Generate Label')(page)
      await page.getByRole('img', { name: /label as it will print/ }).waitFor()
    },
  },
  {
    name: 'printer-check',
    title: 'Printer check',
    words: 'Which of browser, agent, printer or paper is in the way.',
    address: ({ sample }) => `/samples/${sample}`,
    act: async (page) => {
      await press('Printer check')(page)
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'sample-status',
    title: 'Status',
    words: 'Only the steps that the lifecycle allows.',
    address: ({ sample }) => `/samples/${sample}`,
    act: press('Update'),
  },
  {
    name: 'sample-location',
    title: 'Location',
    words: 'Where the tube goes.',
    address: ({ sample }) => `/samples/${sample}`,
    act: press('Update Location'),
  },
  {
    name: 'sample-create',
    title: 'Create Sample',
    words: 'One tube by hand.',
    address: () => '/samples/create',
  },
  {
    name: 'sample-edit',
    title: 'Edit Sample',
    words: 'Shows concurrent changes of others.',
    address: ({ sample }) => `/samples/${sample}/edit`,
  },
  {
    name: 'keyboard-help',
    title: 'Keyboard shortcuts',
    words:
      'On ? from anywhere, or from the menu of your name. The shortcuts / and ? can be switched off here.',
    address: () => '/samples',
    act: (page) => page.keyboard.press('?'),
  },
  {
    name: 'import',
    title: 'Import',
    words: 'A CSV or Excel file, checked before anything is saved.',
    address: () => '/samples/import',
  },
  { name: 'receive', title: 'Receive', words: 'A scan is all it takes.', address: () => '/receive' },
  { name: 'batches', title: 'Batches', words: 'Search, sort, act.', address: () => '/batches' },
  {
    name: 'batch',
    title: 'Batch Details',
    words: 'How far its tubes have come.',
    address: ({ batch }) => `/batches/${batch}`,
  },
  {
    name: 'batch-print',
    title: 'Print Batch Labels',
    words: 'A run that is recorded label by label.',
    address: ({ batch }) => `/batches/${batch}`,
    act: press('Print Batch Labels'),
  },
  {
    name: 'batch-create',
    title: 'Create Batch',
    words: 'Tubes of one kind.',
    address: () => '/batches/create',
  },
  {
    name: 'batch-create-patient',
    title: 'Create Patient Batch',
    words: 'Kits for many patients.',
    address: () => '/batches/create-patient',
  },
  {
    name: 'batch-edit',
    title: 'Edit Batch',
    words: 'Name and description.',
    address: ({ batch }) => `/batches/${batch}/edit`,
  },
  { name: 'storage', title: 'Storage', words: 'As a list.', address: () => '/storage' },
  {
    name: 'storage-tree',
    title: 'Storage as a tree',
    words: 'With how full each is.',
    address: () => '/storage?view=tree',
  },
  {
    name: 'storage-create',
    title: 'Create Storage',
    words: 'With its grid as it will be.',
    address: () => '/storage/create',
  },
  {
    name: 'storage-add-several',
    title: 'Add several storages',
    words: 'Their names go on from the first; the line says which cells they take.',
    address: ({ freezer }) => `/storage/${freezer}/enhanced`,
    act: async (page) => {
      await press('Add several…')(page)
      await page.getByLabel('Type').click()
      await page.getByTitle('Rack', { exact: true }).click()
      await page.getByText(/^Rack C … Rack G, in/).waitFor()
    },
  },
  {
    name: 'storage-details',
    title: 'Storage Details',
    words: 'Facts of one storage.',
    address: ({ freezer }) => `/storage/${freezer}`,
  },
  {
    name: 'freezer',
    title: 'A freezer',
    words: 'Its contents.',
    address: ({ freezer }) => `/storage/${freezer}/enhanced`,
  },
  {
    name: 'box',
    title: 'A box',
    words: 'As one looks at its lid.',
    address: ({ box }) => `/storage/${box}/enhanced`,
  },
  {
    name: 'box-scan-in',
    title: 'Scan in',
    words: 'Each scanned tube goes to the next cell.',
    address: ({ box }) => `/storage/${box}/enhanced`,
    act: press('Scan in'),
  },
  {
    name: 'storage-temperature',
    title: 'The temperature of a freezer',
    words: 'Its readings, limits and excursions.',
    address: ({ freezer }) => `/storage/${freezer}/enhanced?tab=temperature`,
  },
  {
    name: 'freezer-work',
    title: 'Freezer work',
    words: 'The work at the freezers, and what of it is open.',
    address: () => '/freezer-work',
  },
  {
    name: 'custody',
    title: 'Check out and return',
    words: 'Who has which tube.',
    address: () => '/custody',
  },
  { name: 'picks', title: 'Pick lists', words: 'Tubes to fetch, by person.', address: () => '/picks' },
  {
    name: 'pick-list',
    title: 'A pick list',
    words: 'One walk from box to box.',
    address: ({ pickList }) => `/picks/${pickList}`,
  },
  {
    name: 'moves',
    title: 'Evacuate and consolidate',
    words: 'Freezers that are being emptied, and how far.',
    address: () => '/moves',
  },
  {
    name: 'move',
    title: 'A move of boxes',
    words: 'Each box with its new place, and how long it has been out of the cold.',
    address: ({ move }) => `/moves/${move}`,
  },
  {
    name: 'move-plan',
    title: 'New plan',
    words: 'Which boxes go, and where.',
    address: () => '/moves/new',
  },
  {
    name: 'stock-takes',
    title: 'Stock-takes',
    words: 'What was counted, and when.',
    address: () => '/stock-takes',
  },
  {
    name: 'stock-take',
    title: 'A stock-take',
    words: 'Box by box, by several people at once.',
    address: ({ stockTake }) => `/stock-takes/${stockTake}`,
  },
  {
    name: 'stock-take-differences',
    title: 'The differences of a stock-take',
    words: 'Missing, moved and unknown tubes, and what to do about each.',
    address: ({ stockTake }) => `/stock-takes/${stockTake}/differences`,
  },
  {
    name: 'audit',
    title: 'Audit',
    words: 'Who changed what, when and why.',
    address: () => '/audit',
  },
  {
    name: 'recently-deleted',
    title: 'Recently deleted',
    words: 'What can be brought back.',
    address: () => '/recently-deleted',
  },
  { name: 'people', title: 'People', words: 'Who may do what.', address: () => '/people' },
  { name: 'tokens', title: 'API tokens', words: 'For programs.', address: () => '/tokens' },
  { name: 'guide', title: 'Guide', words: 'How the work is done, step by step.', address: () => '/guide' },
]
