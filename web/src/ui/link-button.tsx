import { createLink } from '@tanstack/react-router'
import { Button } from 'antd'

/** A link that looks like a button. It can be opened in a new tab. */
export const LinkButton = createLink(Button)
