import { type SavedView, SaveViewBody } from '@lims/contract/views.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { zodRule } from '../../forms/zod-rule.ts'
import { useColumnChoice } from './column-choice.ts'
import styles from './save-view-button.module.css'
import { useDeleteView, useSaveView, viewsQuery } from './view-api.ts'
import { searchText } from './view-search.ts'

type Props = {
  /** Filters and order in the address. */
  search: Record<string, unknown>
  /** The view that is shown. */
  current: SavedView | undefined
}
type Fields = { name: string; isShared: boolean }

/** Saves the filters, the order and the columns of the list under a name, or deletes the view that is shown. */
export function SaveViewButton({ search, current }: Props) {
  const [isOpen, setOpen] = useState(false)
  // Without a form of its own outside the dialog, which would keep the values of the view before.
  const formId = useId()
  const { columns } = useColumnChoice()
  const close = () => setOpen(false)
  const save = useSaveView()
  const remove = useDeleteView()
  const isEmpty = searchText(search) === ''
  const own = current?.isOwn ? current : undefined
  return (
    <>
      <Button
        disabled={isEmpty}
        title={isEmpty ? 'Choose a filter or an order first' : ''}
        onClick={() => setOpen(true)}
      >
        Save view
      </Button>
      <Modal
        title="Save view"
        open={isOpen}
        onCancel={() => !save.isPending && !remove.isPending && close()}
        okButtonProps={{ htmlType: 'submit', form: formId }}
        okText="Save"
        confirmLoading={save.isPending}
        width={440}
        destroyOnHidden
        footer={(buttons) => (
          <div className={styles.footer}>
            {own && (
              <Button
                danger
                loading={remove.isPending}
                onClick={() => remove.mutate(own, { onSettled: close })}
              >
                Delete view
              </Button>
            )}
            <span className={styles.space} />
            {buttons}
          </div>
        )}
      >
        <Form<Fields>
          id={formId}
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: own?.name ?? '', isShared: own?.isShared ?? false }}
          onFinish={(fields) =>
            save.mutate(
              { ...fields, search: searchText(search), columns: [...columns] },
              { onSuccess: close },
            )
          }
        >
          <NameField />
          <Form.Item name="isShared" valuePropName="checked">
            <Checkbox>Share with everybody</Checkbox>
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}

function NameField() {
  const name = Form.useWatch<string | undefined>('name')?.trim().toLowerCase()
  const { data: views = [] } = useQuery(viewsQuery)
  const replaced = views.find((view) => view.isOwn && view.name.toLowerCase() === name)
  return (
    <Form.Item
      name="name"
      label="Name"
      rules={[zodRule(SaveViewBody.shape.name)]}
      extra={
        replaced ? `Replaces your view ${replaced.name}.` : 'Keeps filters, order and columns of this list.'
      }
    >
      <Input autoFocus maxLength={60} />
    </Form.Item>
  )
}
