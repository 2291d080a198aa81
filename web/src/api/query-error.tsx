import { LoadError } from '../ui/load-error.tsx'
import { textWithStatus } from './call-error.ts'

type Props = { title: string; query: { error: unknown; refetch: () => unknown } }

/** Shown instead of data that a query could not fetch, with the reason and Retry. */
export const QueryError = ({ title, query: { error, refetch } }: Props) => (
  <LoadError title={title} text={textWithStatus(error)} onRetry={refetch} />
)

type NextPageProps = {
  title: string
  /** The reason; undefined while nothing has failed. */
  failure: unknown
  onRetry: () => void
}

/** Shown below a long table whose next rows could not be fetched, over its last rows if the window ends there. */
export const NextPageError = ({ title, failure, onRetry }: NextPageProps) =>
  failure ? (
    <div className="not-printed" style={{ position: 'sticky', bottom: 12, zIndex: 1 }}>
      <LoadError title={title} text={textWithStatus(failure)} onRetry={onRetry} />
    </div>
  ) : null
