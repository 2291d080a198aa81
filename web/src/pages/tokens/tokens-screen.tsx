import { TokensCard } from '../../features/tokens/tokens-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The API tokens of a person. */
export function TokensScreen() {
  return (
    <>
      <PageHeader title="API tokens" />
      <TokensCard />
    </>
  )
}
