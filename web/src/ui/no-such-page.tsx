import { Button } from 'antd'
import { EmptyState } from './empty-state.tsx'

/** Shown for a page after the last one of a list, which may have become shorter since. */
export const NoSuchPage = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    text="There are fewer pages than that."
    action={<Button onClick={onFirst}>Go to the first page</Button>}
  />
)
