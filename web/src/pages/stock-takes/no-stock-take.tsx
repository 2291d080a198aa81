import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Shown at the address of a stock-take that does not exist. */
export const NoStockTake = () => (
  <EmptyState
    text="This stock-take does not exist."
    action={<LinkButton to="/stock-takes">All stock-takes</LinkButton>}
  />
)
