import { LoadError } from '../ui/load-error.tsx'
import { textOfFailure } from './call-error.ts'

type Props = { title: string; query: { error: unknown; refetch: () => unknown } }

/** Shown instead of data that a query could not fetch, with the reason and Retry. */
export const QueryError = ({ title, query: { error, refetch } }: Props) => (
  <LoadError title={title} text={textOfFailure(error)} onRetry={refetch} />
)
