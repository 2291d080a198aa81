import { createLink } from '@tanstack/react-router'
import { Button } from 'antd'

/** A link that looks like a button: opens in a new tab as links do. */
export const LinkButton = createLink(Button)
