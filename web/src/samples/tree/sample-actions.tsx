import { DeleteOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './sample-tree.module.css'

type Named = { id: string; name: string }

/** Edit, show and delete of one sample, as icons with names. */
export function SampleActions({
  sample: { id, name },
  onDelete,
}: {
  sample: Named
  onDelete: (sample: Named) => void
}) {
  const { modal } = App.useApp()
  const look = { color: 'default', variant: 'text', size: 'small' } as const
  const params = { sampleId: id }
  const ask = () =>
    modal.confirm({
      title: 'Are you sure you want to delete this sample?',
      content: name,
      okText: 'Delete',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => onDelete({ id, name }),
    })
  return (
    <span className={styles.actions}>
      <LinkButton
        {...look}
        to="/samples/$sampleId/edit"
        params={params}
        icon={<EditOutlined aria-hidden />}
        aria-label={`Edit ${name}`}
        title="Edit"
      />
      <LinkButton
        {...look}
        to="/samples/$sampleId"
        params={params}
        icon={<EyeOutlined aria-hidden />}
        aria-label={`Show ${name}`}
        title="Show"
      />
      <Button
        {...look}
        color="danger"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={ask}
      />
    </span>
  )
}
