import { type Person, peopleApi } from '@lims/contract/people.ts'
import { permissions } from '@lims/contract/permissions.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aMe, roleIs } from '../../../test/roles.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setWidth } from '../../../test/width.ts'

const aPerson = (person: Partial<Person> = {}): Person => ({
  id: 'bo',
  name: 'Bo Chen',
  email: 'bo@brain.example',
  role: 'viewer',
  roleFrom: 'default',
  group: null,
  owner: null,
  lastSignedInAt: '2026-11-20T08:01:00.000Z',
  deactivatedAt: null,
  openSessions: 1,
  tokens: 0,
  tokensForOthers: [],
  ...person,
})
const aService = aPerson({
  id: 'service-1',
  name: 'Hamilton deck 2',
  role: null,
  owner: { id: 'ada', name: 'Ada Lindqvist' },
})

const people = (...listed: Person[]) =>
  serverAnswers(peopleApi.list, { rolesOn: true, rolesOnSince: '2026-11-21T08:00:00.000Z', people: listed })

/** By its title: antd gives all dialogs of a test the same id. */
async function dialogTitled(title: string) {
  const dialog = (await screen.findAllByText(title))[0]?.closest<HTMLElement>('[role="dialog"]')
  if (!dialog) throw new Error(`${title} is not in a dialog`)
  return within(dialog)
}

function openPeople() {
  const { user } = openAddress('/people')
  return {
    user,
    /** Chooses an entry of the menu of a person. */
    choose: async (entry: string, name = 'Bo Chen') => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: entry }))
    },
    /** Chooses a role for Bo Chen by its description. */
    chooseRole: async (description: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Role of Bo Chen' }))
      await user.click(await screen.findByText(description))
    },
  }
}
const dailyWork = 'All daily work; deletes nothing, and subject IDs are hidden.'

beforeEach(() => {
  emptyLab()
  signIn()
  roleIs('administrator')
  serverAnswers(tokensApi.list, { tokens: [] })
  people(aPerson())
})

test('the side panel offers People to an administrator, once roles are on', async () => {
  openAddress('/people')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(await menu.findByRole('link', { name: 'People' })).toHaveAttribute('href', '/people')
})

test('a role is changed in its row, with a reason', async () => {
  const requests = serverAnswers(peopleApi.setRole, {
    success: true,
    person: aPerson({ role: 'bench', roleFrom: 'given' }),
  })
  const { user, chooseRole } = openPeople()
  await chooseRole(dailyWork)
  const dialog = await dialogTitled('Make Bo Chen Bench?')
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(await dialog.findByText('Please say why')).toBeVisible()
  expect(requests).toHaveLength(0)
  people(aPerson({ role: 'bench', roleFrom: 'given' }))
  await user.type(dialog.getByLabelText('Reason'), 'joins the bench{Enter}')
  expect(await screen.findByText('Bo Chen is now Bench')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    personId: 'bo',
    role: 'bench',
    expectedRole: 'viewer',
    reason: 'joins the bench',
  })
  expect(await screen.findByText('given here')).toBeVisible()
})

test('on a phone the role stands below the name, which has no room beside it', async () => {
  setWidth(390)
  openAddress('/people')
  const cell = (await screen.findByText('bo@brain.example')).closest('td') as HTMLElement
  expect(within(cell).getByRole('combobox', { name: 'Role of Bo Chen' })).toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull()
})

test('a role that somebody else has given since is shown, and the question closes', async () => {
  const message = 'Not changed: Chiara Rossi has made Bo Chen Study lead.'
  serverRefuses(peopleApi.setRole, 409, { code: 'version-stale', message })
  const { user, chooseRole } = openPeople()
  await chooseRole(dailyWork)
  const dialog = await dialogTitled('Make Bo Chen Bench?')
  people(aPerson({ role: 'study-lead', roleFrom: 'given' }))
  await user.type(dialog.getByLabelText('Reason'), 'joins the bench{Enter}')
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(await screen.findByText('given here')).toBeVisible()
})

test('the role that ADMIN_EMAILS gives cannot be changed here, and the field shows why', async () => {
  people(aPerson({ role: 'administrator', roleFrom: 'setting' }))
  openAddress('/people')
  const field = await screen.findByRole('combobox', { name: 'Role of Bo Chen' })
  expect(field).toBeDisabled()
  expect(field.closest('[title]')).toHaveAttribute(
    'title',
    'Bo Chen is administrator by the setting ADMIN_EMAILS.',
  )
})

test('an administrator by ADMIN_EMAILS can be deactivated once another person has the address', async () => {
  const bySetting = { role: 'administrator', roleFrom: 'setting' } as const
  const later = '2026-11-21T08:01:00.000Z'
  people(
    aPerson(bySetting),
    aPerson({ ...bySetting, id: 'cy', name: 'Cy Young', lastSignedInAt: later }),
    aPerson({ ...bySetting, id: 'di', name: 'Di Ray', deactivatedAt: later }),
  )
  const { user } = openAddress('/people')
  for (const [name, entry, isPossible] of [
    ['Bo Chen', 'Deactivate…', true],
    ['Cy Young', 'Deactivate…', false],
    ['Di Ray', 'Reactivate…', true],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const item = await screen.findByRole('menuitem', { name: entry })
    expect(item.getAttribute('aria-disabled') !== 'true').toBe(isPossible)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: entry })).not.toBeInTheDocument())
  }
})

test('a failure to load the permissions of the signed-in person is shown, and Retry loads the page', async () => {
  serverRefuses(peopleApi.me, 400, { code: 'internal', message: 'Something went wrong' })
  const { user } = openAddress('/people')
  expect(await screen.findByText('Your permissions could not be loaded')).toBeVisible()
  roleIs('administrator')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('combobox', { name: 'Role of Bo Chen' })).toBeInTheDocument()
})

test('when a dialog of the menu is cancelled, the focus returns to the button of the menu', async () => {
  const { user, choose } = openPeople()
  await choose('Deactivate…')
  const dialog = await dialogTitled('Deactivate Bo Chen?')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Bo Chen' })).toHaveFocus())
})

test('a person is deactivated with a reason', async () => {
  const requests = serverAnswers(peopleApi.deactivate, { success: true, person: aPerson() })
  const { user, choose } = openPeople()
  await choose('Deactivate…')
  const dialog = await dialogTitled('Deactivate Bo Chen?')
  await user.type(dialog.getByLabelText('Reason'), 'has left')
  people(aPerson({ deactivatedAt: '2026-11-22T09:00:00.000Z' }))
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ personId: 'bo', reason: 'has left' }))
  expect(await screen.findByText('Deactivated 22 Nov 2026')).toBeVisible()
})

test('the question before a person is deactivated names the service accounts whose tokens end too', async () => {
  const ofBo = { ...aService, owner: { id: 'bo', name: 'Bo Chen' } }
  const loggers = { ...ofBo, id: 'service-2', name: 'Freezer loggers', tokens: 30 }
  const unused = { ...ofBo, id: 'service-3', name: 'Unused', tokens: 0 }
  people(aPerson(), { ...ofBo, tokens: 1 }, loggers, unused, { ...aService, id: 'service-4', name: 'Of Ada' })
  const { user, choose, chooseRole } = openPeople()
  await choose('Deactivate…')
  const dialog = await dialogTitled('Deactivate Bo Chen?')
  const named = '31 tokens of service accounts that they own: Hamilton deck 2 (1), Freezer loggers (30).'
  expect(await dialog.findByText(`This also ends ${named}`, { exact: false })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await chooseRole(dailyWork)
  const question = await dialogTitled('Make Bo Chen Bench?')
  expect(await question.findByText(`It also counts for ${named}`, { exact: false })).toBeVisible()
})

test('the question names the tokens that a person has created for service accounts of others', async () => {
  const tokensForOthers = [
    { id: 'service-1', name: 'Hamilton deck 2', tokens: 2 },
    { id: 'service-2', name: 'Freezer loggers', tokens: 1 },
  ]
  people(aPerson({ role: 'administrator', tokensForOthers }), aService)
  const { user, choose, chooseRole } = openPeople()
  await choose('Deactivate…')
  const dialog = await dialogTitled('Deactivate Bo Chen?')
  const named =
    'This also ends 3 tokens that they created for service accounts of others: Hamilton deck 2 (2), Freezer loggers (1).'
  expect(await dialog.findByText(named, { exact: false })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await chooseRole(dailyWork)
  const question = await dialogTitled('Make Bo Chen Bench?')
  expect(await question.findByText(named, { exact: false })).toBeVisible()
})

test.each([
  ['Deactivate', null, 'Its tokens end at once. What it did stays.'],
  [
    'Reactivate',
    '2026-11-22T09:00:00.000Z',
    'New tokens can be created for it, while Ada Lindqvist is active. Those that it had stay revoked.',
  ],
])('the question %s of a service account says nothing of a sign-in', async (verb, deactivatedAt, text) => {
  people(aPerson(), { ...aService, deactivatedAt })
  const { user } = openAddress('/people')
  await user.click(await screen.findByRole('button', { name: `Actions for ${aService.name}` }))
  await user.click(await screen.findByRole('menuitem', { name: `${verb}…` }))
  const dialog = await dialogTitled(`${verb} ${aService.name}?`)
  expect(await dialog.findByText(text)).toBeVisible()
  expect(dialog.queryByText(/sign in/)).not.toBeInTheDocument()
})

test('the question names the tokens that a service account has created for other ones', async () => {
  people(aPerson(), {
    ...aService,
    tokensForOthers: [{ id: 'service-2', name: 'Freezer loggers', tokens: 30 }],
  })
  const { choose } = openPeople()
  await choose('Deactivate…', aService.name)
  const dialog = await dialogTitled(`Deactivate ${aService.name}?`)
  const named = 'This also ends 30 tokens that it created for other service accounts: Freezer loggers (30).'
  expect(await dialog.findByText(named, { exact: false })).toBeVisible()
})

test('the question before a higher role says that the tokens of the person may do more too', async () => {
  const ofBo = { ...aService, owner: { id: 'bo', name: 'Bo Chen' }, tokens: 3 }
  people(aPerson({ tokens: 2 }), ofBo)
  const { chooseRole } = openPeople()
  await chooseRole('Everything, and who may do what.')
  const question = await dialogTitled('Make Bo Chen Administrator?')
  expect(
    question.getByText(
      'It also counts for 2 tokens of their own, and for 3 tokens of service accounts that they own: Hamilton deck 2 (3). These tokens may then do what this role may, as far as their own permissions go.',
    ),
  ).toBeVisible()
})

test('a change between roles that do not manage people names no tokens that end', async () => {
  people(aPerson({ tokensForOthers: [{ id: 'service-1', name: 'Hamilton deck 2', tokens: 2 }] }), aService)
  const { chooseRole } = openPeople()
  await chooseRole(dailyWork)
  const question = await dialogTitled('Make Bo Chen Bench?')
  expect(question.getByText('Now Viewer.', { exact: false })).toBeVisible()
  expect(question.queryByText(/service accounts of others/)).not.toBeInTheDocument()
})

// Nobody is notified of a sign-in, so the page may show too few.
test.each([1, 0])(
  'all sessions of a person are ended after confirmation, also those since the page showed %i',
  async (openSessions) => {
    people(aPerson({ openSessions }))
    const requests = serverAnswers(peopleApi.endSessions, { success: true, numSessions: 1 })
    const { user, choose } = openPeople()
    await choose('End sessions…')
    await user.click(await screen.findByRole('button', { name: 'End sessions' }))
    expect(await screen.findByText('1 session of Bo Chen ended')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ personId: 'bo' }])
  },
)

test('the question before sessions are ended says that the API tokens stay valid, and what ends them', async () => {
  const ofBo = { ...aService, owner: { id: 'bo', name: 'Bo Chen' }, tokens: 3 }
  people(aPerson({ tokens: 2 }), ofBo, aPerson({ id: 'mia', name: 'Mia Berg' }))
  const { user, choose } = openPeople()
  const open = async (name: string) => {
    await choose('End sessions…', name)
    return dialogTitled(`End all sessions of ${name}?`)
  }
  const question = await open('Bo Chen')
  expect(
    question.getByText(
      'Their API tokens stay valid: 2 tokens of their own, and 3 tokens of service accounts that they own: Hamilton deck 2 (3). A change of role also applies to these tokens; Deactivate… revokes them.',
    ),
  ).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect((await open('Mia Berg')).queryByText(/API tokens/)).not.toBeInTheDocument()
})

test('a service account whose reply was lost is created once', async () => {
  const lost = serverRefuses(peopleApi.createService, 502)
  const { user } = openAddress('/people')
  await user.click(await screen.findByRole('button', { name: 'Create service account' }))
  await user.type(await screen.findByLabelText('Name'), 'Hamilton deck 2{Enter}')
  await waitFor(() => expect(lost).toHaveLength(1))
  await untilReplied()
  await user.type(screen.getByLabelText('Name'), '{Enter}')
  await waitFor(() => expect(lost).toHaveLength(2))
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test('a service account is created, and its first token is the next step', async () => {
  serverAnswers(peopleApi.createService, { success: true, person: aService })
  const tokens = serverAnswers(tokensApi.create, {
    token: `lims_${'a'.repeat(43)}`,
    id: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  })
  const { user } = openAddress('/people')
  await user.click(await screen.findByRole('button', { name: 'Create service account' }))
  await user.type(await screen.findByLabelText('Name'), 'Hamilton deck 2{Enter}')
  const dialog = await dialogTitled('Create a token for Hamilton deck 2')
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus())
  await user.type(dialog.getByLabelText('Name'), 'deck')
  await user.click(dialog.getByRole('checkbox', { name: 'receive samples' }))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText(`lims_${'a'.repeat(43)}`)).toBeVisible()
  expect(tokens[0]?.body).toMatchObject({
    name: 'deck',
    permissions: ['sample.receive'],
    personId: 'service-1',
  })
})

test('the table of roles says what each may do', async () => {
  const { user } = openAddress('/people')
  await user.click(await screen.findByRole('button', { name: 'What each role may do' }))
  const row = within(await screen.findByRole('row', { name: /^delete batches/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent || 'yes')).toEqual([
    'no',
    'no',
    'no',
    'yes',
    'yes',
  ])
})

test('a person who may not manage people sees whom to ask', async () => {
  roleIs('bench')
  openAddress('/people')
  expect(
    await screen.findByText('You are not allowed to manage people, roles and tokens. Ask Chiara Rossi.'),
  ).toBeVisible()
})

describe('while roles are off', () => {
  beforeEach(() => {
    serverAnswers(peopleApi.me, { ...aMe('administrator'), rolesOn: false, role: null, permissions })
  })

  test('the page explains roles, and turns them on after a confirmation that says what happens', async () => {
    const requests = serverAnswers(peopleApi.turnOnRoles, { success: true })
    const { user } = openAddress('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Account of Ada Lindqvist' }))
    await user.click(await screen.findByText('People and roles'))
    await user.click(await screen.findByRole('button', { name: 'Turn on roles' }))
    const dialog = await dialogTitled('Turn on roles?')
    expect(dialog.getByText(/You become the first administrator/)).toBeInTheDocument()
    roleIs('administrator')
    await user.click(dialog.getByRole('button', { name: 'Turn on roles' }))
    expect(await screen.findByRole('combobox', { name: 'Role of Bo Chen' })).toBeInTheDocument()
    expect(requests).toHaveLength(1)
  })

  test('turning on roles is the only primary button', async () => {
    openAddress('/people')
    const turnOn = await screen.findByRole('button', { name: 'Turn on roles' })
    expect(await screen.findByRole('button', { name: 'Create token' })).toBeVisible()
    expect([...document.querySelectorAll('.ant-btn-primary')]).toEqual([turnOn])
  })

  test('while roles are off, the side panel has no link to People', async () => {
    openAddress('/people')
    await screen.findByRole('button', { name: 'Turn on roles' })
    expect(screen.queryByRole('link', { name: 'People' })).not.toBeInTheDocument()
  })
})
