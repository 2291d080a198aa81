import { Button, Flex } from 'antd'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { excursionsPerPage } from './temperature-api.ts'

type Props = { pageNumber: number; totalExcursions: number; onPage: (pageNumber: number) => void }

/**
 * Leads to the later and the earlier excursions, and from a page after the last one to the first; nothing if one page
 * shows them all.
 */
export function ExcursionPages({ pageNumber, totalExcursions, onPage }: Props) {
  const lastPage = Math.ceil(totalExcursions / excursionsPerPage) - 1
  if (pageNumber > lastPage) return <NoSuchPage onFirst={() => onPage(0)} />
  if (lastPage === 0) return null
  return (
    <Flex justify="space-between" gap={8} style={{ marginTop: 12 }}>
      <Button disabled={pageNumber === 0} onClick={() => onPage(pageNumber - 1)}>
        Later
      </Button>
      <Button disabled={pageNumber >= lastPage} onClick={() => onPage(pageNumber + 1)}>
        Earlier
      </Button>
    </Flex>
  )
}
