import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { createLink } from '@tanstack/react-router'
import { App, Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import styles from './row-actions.module.css'

const look = { color: 'default', variant: 'text', size: 'small' } as const

/** What can be done with one row of a list, as icons with names. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <span className={styles.actions}>{children}</span>
)

type Named = { what: string; name: string }

const IconButton = ({ what, name, ...rest }: ButtonProps & Named) => (
  <Button {...look} {...rest} aria-label={`${what} ${name}`} title={what.replace(/ of$/, '')} />
)

export const RowLink = createLink(IconButton)

export const EditLink = createLink((props: ButtonProps & { name: string }) => (
  <IconButton {...props} what="Edit" icon={<EditOutlined aria-hidden />} />
))

export const DeleteButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <IconButton
    what="Delete"
    name={name}
    color="danger"
    icon={<DeleteOutlined aria-hidden />}
    onClick={onClick}
  />
)

/** Asks before it deletes. */
export function DeleteAfterQuestion({
  name,
  question,
  onDelete,
}: {
  name: string
  question: string
  onDelete: () => void
}) {
  const { modal } = App.useApp()
  const ask = () =>
    modal.confirm({
      title: question,
      content: name,
      okText: 'Delete',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: onDelete,
    })
  return <DeleteButton name={name} onClick={ask} />
}
