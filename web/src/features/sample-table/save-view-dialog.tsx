import { maxViewNameLength, type SavedView, SaveViewBody } from '@lims/contract/views.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Checkbox, Form, Input, Modal } from 'antd'
import { useId } from 'react'
import { useMe } from '../../entities/session/use-may.ts'
import { KeptFormInput } from '../../forms/kept-form-input.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import { takesWords } from '../../ui/reason-text.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { useColumnChoice } from './column-choice.ts'
import styles from './save-view-dialog.module.css'
import { useDeleteView, useSaveView, viewsQuery } from './view-api.ts'
import { addressOf, searchText } from './view-search.ts'

type Props = {
  /** Filters and order in the address. */
  search: Record<string, unknown>
  /** The view that is shown. */
  current: SavedView | undefined
  isOpen: boolean
  onClose: () => void
}
type Fields = { name: string; isShared: boolean }

/** The name of a view, and whether everybody sees it. */
export function SaveViewDialog({ search, current, isOpen, onClose }: Props) {
  // Without a form of its own outside the dialog, which would keep the values of the view before.
  const formId = useId()
  const { columns } = useColumnChoice()
  const save = useSaveView()
  const remove = useDeleteView()
  const { data: views = [] } = useQuery(viewsQuery)
  const navigate = useNavigate({ from: '/samples' })
  const leave = useLeavePage()
  const own = current?.isOwn ? current : undefined
  const me = useMe()
  const isAdministrator = me?.rolesOn === true && me.permissions.includes('people.manage')
  const deletable = isAdministrator ? current : own

  function showSaved(saved: SavedView) {
    onClose()
    void leave(() => navigate({ search: addressOf(saved, views), replace: true }))
  }

  return (
    <Modal
      title="Save view"
      open={isOpen}
      onCancel={() => !save.isPending && !remove.isPending && onClose()}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      okText="Save"
      confirmLoading={save.isPending}
      width={440}
      destroyOnHidden
      footer={(buttons) => (
        <div className={styles.footer}>
          {deletable && (
            <Button
              danger
              loading={remove.isPending}
              onClick={() => remove.mutate(deletable, { onSettled: onClose })}
            >
              {deletable.isOwn ? 'Delete view' : `Delete view of ${deletable.ownerName}`}
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
            { onSuccess: ({ view }) => showSaved(view) },
          )
        }
      >
        <KeptFormInput name="save-view" />
        <SavedFields isSaving={save.isPending}>
          <NameField />
          <Form.Item name="isShared" valuePropName="checked">
            <Checkbox>Share with everybody</Checkbox>
          </Form.Item>
        </SavedFields>
      </Form>
    </Modal>
  )
}

function NameField() {
  const typed = Form.useWatch<string | undefined>('name') ?? ''
  const name = SaveViewBody.shape.name.safeParse(typed).data?.toLowerCase()
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
      <Input {...takesWords} {...notCorrected} autoFocus maxLength={maxViewNameLength} />
    </Form.Item>
  )
}
