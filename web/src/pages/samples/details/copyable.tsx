import { Typography } from 'antd'
import { Mono } from '../../../ui/mono.tsx'

/** A code with a button that copies it. */
export const Copyable = ({ text }: { text: string }) => (
  <Typography.Text copyable>
    <Mono>{text}</Mono>
  </Typography.Text>
)
