import { requiredText } from '@lims/contract/text.ts'
import { screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../test/open-screen.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useSubmittable } from './use-submittable.ts'
import { zodRule } from './zod-rule.ts'

const Name = requiredText(5, 'Name is required')

function NameForm({ onFinish = vi.fn() }: { onFinish?: (values: unknown) => void }) {
  const [form] = Form.useForm()
  const { incomplete } = useSubmittable(form)
  return (
    <Form form={form} onFinish={onFinish}>
      <Form.Item name="name" label="Name" rules={[zodRule(Name)]}>
        <Input />
      </Form.Item>
      <Form.Item name="notes" label="Notes" rules={[zodRule(Name.optional())]}>
        <Input />
      </Form.Item>
      <SubmitButton incomplete={incomplete} isSaving={false}>
        Save
      </SubmitButton>
    </Form>
  )
}

const name = () => screen.findByLabelText('Name')
const save = () => screen.getByRole('button', { name: 'Save' })

test("a field shows the contract's sentence", async () => {
  const user = openScreen(<NameForm />)
  await user.type(await name(), 'ab')
  await user.clear(await name())
  expect(await screen.findByText('Name is required')).toBeVisible()
  await user.type(await name(), 'abcdef')
  expect(await screen.findByText('must be at most 5 characters long')).toBeVisible()
})

test('only a field that may not be missing is marked as required', async () => {
  openScreen(<NameForm />)
  expect(await name()).toHaveAttribute('aria-required', 'true')
  expect(screen.getByLabelText('Notes')).not.toHaveAttribute('aria-required', 'true')
})

test('the form can be sent once its required fields are filled, and complains of nothing before', async () => {
  const onFinish = vi.fn()
  const user = openScreen(<NameForm onFinish={onFinish} />)
  await name()
  expect(save()).toBeDisabled()
  expect(screen.queryByText('Name is required')).not.toBeInTheDocument()

  await user.type(await name(), 'ab')
  await waitFor(() => expect(save()).toBeEnabled())
  await user.clear(await name())
  await waitFor(() => expect(save()).toBeDisabled())
  await user.type(await name(), 'cd')
  await waitFor(() => expect(save()).toBeEnabled())
  await user.click(save())
  await waitFor(() => expect(onFinish).toHaveBeenCalledWith({ name: 'cd' }))
})
