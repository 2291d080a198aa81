import { picksApi } from '@lims/contract/picks.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { viewsApi } from '@lims/contract/views.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { ConfigProvider, Form } from 'antd'
import { type ChangeEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { samples } from '../../test/open-bulk-bar.tsx'
import { openScreen } from '../../test/open-screen.tsx'
import { aSample } from '../../test/records.ts'
import { roleIs } from '../../test/roles.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'
import { ChooseStatusDialog } from '../entities/sample/choose-status-dialog.tsx'
import { CreateChildrenDialog } from '../entities/sample/create-children-dialog.tsx'
import { EditFieldDialog } from '../features/sample-selection/edit-field-dialog.tsx'
import { PickListDialog } from '../features/sample-selection/pick-list-dialog.tsx'
import { SaveViewDialog } from '../features/sample-table/save-view-dialog.tsx'
import { CreateTokenDialog } from '../features/tokens/create-token-dialog.tsx'
import { ConfirmByTyping } from '../forms/confirm-by-typing.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { ReasonDialog } from '../forms/reason-dialog.tsx'
import { EraseSubjectDialog } from '../pages/people/erase-subject-dialog.tsx'
import { LocationDialog } from '../pages/samples/details/location/location-dialog.tsx'

const nothing = () => undefined
const open = { isOpen: true, onClose: nothing }
const dialog = () => screen.findByRole('dialog')
const press = async (user: UserEvent, name: string) =>
  user.click(within(await dialog()).getByRole('button', { name }))
const inputs = async () => [
  ...(await dialog()).querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea'),
]
async function expectNoInput() {
  await waitFor(async () => expect((await inputs()).filter((input) => !input.disabled)).toEqual([]))
  expect(await inputs()).not.toEqual([])
}

beforeEach(() => {
  signIn()
  roleIs('administrator')
})

test.each<[string, ReactElement]>([
  [
    'a reason',
    <ReasonDialog key="" {...open} title="Why?" draftId="1" okText="Go" isWorking onConfirm={nothing} />,
  ],
  [
    'a deletion',
    <ConfirmByTyping
      key=""
      {...open}
      title="Delete?"
      warning="All of it"
      word="delete"
      okText="Delete"
      isWorking
      isReasonRequired
      onConfirm={nothing}
    />,
  ],
  [
    'a status',
    <ChooseStatusDialog
      key=""
      {...open}
      title="Status"
      sampleIds={['1']}
      targets={['RECEIVED']}
      from={['UNKNOWN']}
      noTarget=""
      isSaving
      onUpdate={nothing}
    />,
  ],
  [
    'children',
    <CreateChildrenDialog
      key=""
      {...open}
      parents={[aSample()]}
      preset={{}}
      creation={{ isPending: true, error: null }}
      onCreate={nothing}
    />,
  ],
])('the dialog of %s takes no input while it is saved', async (_, element) => {
  openScreen(element)
  await expectNoInput()
})

const name = async () => within(await dialog()).findByLabelText('Name')

test.each<[string, ReactElement, keyof typeof endpoints, (user: UserEvent) => Promise<unknown>]>([
  [
    'a pick list',
    <PickListDialog key="" {...open} sampleIds={[aSample().id]} />,
    'pickList',
    async (user) => {
      await user.type(await name(), 'C2N')
      await screen.findByText('1 tube can be reserved.')
      await press(user, 'Create pick list')
    },
  ],
  [
    'a field of samples',
    <EditFieldDialog key="" {...open} samples={samples} />,
    'field',
    async (user) => {
      await screen.findByLabelText('Present values')
      await user.type(screen.getByLabelText('New value'), 'Oslo{Enter}')
    },
  ],
  [
    'a view',
    <SaveViewDialog key="" {...open} search={{}} current={undefined} />,
    'view',
    async (user) => {
      await user.type(await name(), 'Mine{Enter}')
    },
  ],
  [
    'a token',
    <CreateTokenDialog key="" {...open} />,
    'token',
    async (user) => {
      await user.type(await name(), 'Nightly')
      await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
      await press(user, 'Create token')
    },
  ],
  [
    'an erasure',
    <EraseSubjectDialog key="" {...open} />,
    'erasure',
    async (user) => {
      await user.type(await screen.findByLabelText('Subject ID, in full'), 'NB-P003')
      await user.type(screen.getByLabelText('Reason'), 'GDPR{Enter}')
    },
  ],
  [
    'a location',
    <LocationDialog
      key=""
      {...open}
      sample={aSample()}
      location={{ inStorage: true, storageId: 3, location: 'A1', path: [] } as never}
    />,
    'location',
    async (user) => {
      const location = await screen.findByLabelText('Location')
      await waitFor(() => expect(location).not.toHaveValue(''))
      await user.type(location, '{Enter}')
    },
  ],
])('the dialog of %s takes no input until the reply', async (_, element, endpoint, submit) => {
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  serverAnswers(sampleBulkApi.chosen, { samples })
  serverAnswers(viewsApi.list, { views: [] })
  serverAnswers(storageApi.get, { storage: aStorage() })
  serverAnswers(storageApi.search, { storages: [aStorage()], totalStorages: 1 })
  serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 6, occupied: 0 })
  const sent = serverAnswers(endpoints[endpoint], () => new Promise<never>(nothing))
  const user = openScreen(element)
  await submit(user)
  await waitFor(() => expect(sent).toHaveLength(1))
  await expectNoInput()
})

const endpoints = {
  pickList: picksApi.create,
  field: sampleBulkApi.editField,
  view: viewsApi.save,
  token: tokensApi.create,
  erasure: subjectsApi.erase,
  location: sampleLocationApi.updateLocation,
}

/** As browsers do, the field loses the focus as soon as it is disabled. */
function NotesField({
  value = '',
  ...field
}: {
  id?: string
  value?: string
  onChange?: (event: ChangeEvent) => void
}) {
  const isDisabled = ConfigProvider.useConfig().componentDisabled === true
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isDisabled) input.current?.blur()
  }, [isDisabled])
  return <input {...field} value={value} ref={input} disabled={isDisabled} />
}

function NotesDialog({ save }: { save: () => Promise<void> }) {
  const [form] = Form.useForm()
  const [isWorking, setWorking] = useState(false)
  async function submit() {
    setWorking(true)
    await save()
    setWorking(false)
  }
  return (
    <FormDialog {...open} form={form} draftName="test" isWorking={isWorking} onSubmit={submit}>
      <Form.Item name="notes" label="Notes">
        <NotesField />
      </Form.Item>
    </FormDialog>
  )
}

test('the field in use has the focus again after a refusal', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const user = openScreen(<NotesDialog save={() => promise} />)
  const notes = await screen.findByLabelText('Notes')
  // An opening dialog takes the focus.
  await waitFor(() => expect(document.activeElement?.closest('.ant-modal-wrap')).not.toBeNull())
  await user.type(notes, 'cold{Enter}')
  await expectNoInput()
  expect(screen.getByLabelText('Notes')).not.toHaveFocus()
  resolve()
  await waitFor(() => expect(screen.getByLabelText('Notes')).toHaveFocus())
})
