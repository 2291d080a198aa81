import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { Alert } from 'antd'
import { pathText } from '../../entities/storage/path-text.ts'
import { GridLink } from '../../entities/storage/storage-link.tsx'
import type { findLikelyBox } from './likely-box.ts'

/** Says that a rack file is probably that of another box. */
export function OtherBoxNotice({ likely }: { likely: ReturnType<typeof findLikelyBox> }) {
  if (!likely) return null
  const { storageId, path, tubes, known } = likely
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`${formatNumber(tubes)} of ${formatCount(known, 'known tube')} are registered in another box. Is this its file?`}
      description={<GridLink id={storageId}>{pathText(path)}</GridLink>}
    />
  )
}
