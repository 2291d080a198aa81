import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { createLink } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { focusNear } from './focus-near.ts'
import styles from './row-actions.module.css'

const look = { color: 'default', variant: 'text', size: 'small' } as const

/** The actions of a row, as icons with accessible names. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <span className={styles.actions}>{children}</span>
)

type Action = { what: string; name: string }

const IconButton = ({ what, name, title = what.replace(/ of$/, ''), ...rest }: ButtonProps & Action) => (
  <Button {...look} {...rest} aria-label={`${what} ${name}`} title={title} />
)

export const RowLink = createLink(IconButton)

export const EditLink = createLink((props: ButtonProps & { name: string }) => (
  <IconButton {...props} what="Edit" icon={<EditOutlined aria-hidden />} />
))

export type DeleteProps = {
  name: string
  size?: 'small' | 'middle'
  loading?: boolean
  disabled?: boolean
  /** The tooltip instead of 'Delete', such as why it is disabled. */
  title?: string
  /** `refocus` moves the focus after the row was removed. */
  onClick: (refocus: () => void) => void
}

export const DeleteButton = ({ onClick, ...rest }: DeleteProps) => (
  <IconButton
    {...rest}
    what="Delete"
    color="danger"
    data-deletes
    icon={<DeleteOutlined aria-hidden />}
    onClick={({ currentTarget }) => onClick(focusNear(currentTarget))}
  />
)
