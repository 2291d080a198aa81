import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useSubmittable } from './use-submittable.ts'

const required = [{ required: true }]

function NamedForm({
  onSubmit,
  isDeleted = false,
}: {
  onSubmit: (values: object) => void
  isDeleted?: boolean
}) {
  const [form] = Form.useForm()
  const { incomplete, submitProps } = useSubmittable(form)
  return (
    <Form form={form} onFinish={onSubmit} {...submitProps}>
      <Form.Item name="name" label="Name" rules={required}>
        <Input />
      </Form.Item>
      <Form.Item name="notes" label="Notes">
        <Input.TextArea />
      </Form.Item>
      <SubmitButton incomplete={incomplete} isSaving={false} isDisabled={isDeleted}>
        Save
      </SubmitButton>
    </Form>
  )
}

async function open(isDeleted = false) {
  const onSubmit = vi.fn()
  const user = openScreen(<NamedForm onSubmit={onSubmit} isDeleted={isDeleted} />)
  const save = await screen.findByRole('button', { name: 'Save' })
  expect(save).toBeDisabled()
  return { onSubmit, user, save, name: screen.getByLabelText('Name'), notes: screen.getByLabelText('Notes') }
}
/** Long enough for a form to be validated and submitted. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

test('VALID-14 words beside the disabled button name the fields that are not complete', async () => {
  const { user, save, name } = await open()
  await waitFor(() => expect(save).toHaveAccessibleDescription('Complete or correct: Name'))
  expect(screen.getByText('Complete or correct: Name')).toBeVisible()
  await user.type(name, 'A')
  await waitFor(() => expect(save).toBeEnabled())
  expect(save).not.toHaveAccessibleDescription()
  expect(screen.queryByText(/^Complete or correct/)).toBeNull()
})

test('Enter right after the last key submits the form, before the button is enabled', async () => {
  const { onSubmit, save, name } = await open()
  fireEvent.change(name, { target: { value: 'A' } })
  expect(save).toBeDisabled()
  fireEvent.keyDown(name, { key: 'Enter' })
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect(onSubmit).toHaveBeenCalledWith({ name: 'A' })
})

test('Enter before the button is enabled does not submit the form a second time, when the browser comes to it', async () => {
  const { onSubmit, save, name } = await open()
  fireEvent.change(name, { target: { value: 'A' } })
  const isLeftToBrowser = fireEvent.keyDown(name, { key: 'Enter' })
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  if (isLeftToBrowser) fireEvent.click(save)
  await settled()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('Enter while the button is enabled submits the form once', async () => {
  const { onSubmit, user, save, name } = await open()
  await user.type(name, 'A')
  await waitFor(() => expect(save).toBeEnabled())
  await user.type(name, '{Enter}')
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  await settled()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('Enter in an incomplete form does nothing, and later keys do not submit it', async () => {
  const { onSubmit, user, name, notes, save } = await open()
  fireEvent.keyDown(name, { key: 'Enter' })
  await settled()
  expect(screen.queryByText(/Please enter|is required/)).toBeNull()
  await user.type(name, 'A')
  await user.type(notes, 'x{Enter}y')
  await waitFor(() => expect(save).toBeEnabled())
  expect(onSubmit).not.toHaveBeenCalled()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'the Enter that takes a word of an input method submits no form: %o',
  async (form) => {
    const { onSubmit, name } = await open()
    fireEvent.change(name, { target: { value: '検体' } })
    fireEvent.keyDown(name, { key: 'Enter', ...form })
    await settled()
    expect(onSubmit).not.toHaveBeenCalled()
  },
)

test('Enter does not submit a form whose button is disabled for another reason', async () => {
  const { onSubmit, name } = await open(true)
  fireEvent.change(name, { target: { value: 'A' } })
  fireEvent.keyDown(name, { key: 'Enter' })
  await settled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a form whose fields are checked again while it is submitted is submitted all the same', async () => {
  const { onSubmit, user, save, name } = await open()
  await user.type(name, 'A')
  await waitFor(() => expect(save).toBeEnabled())
  fireEvent.click(save)
  fireEvent.change(name, { target: { value: 'AB' } })
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  await settled()
  expect(onSubmit.mock.calls).toEqual([[{ name: 'AB' }]])
})
