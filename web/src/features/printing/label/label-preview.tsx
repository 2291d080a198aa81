import { queryOptions, useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { RetryButton } from '../../../ui/load-error.tsx'
import { loadScript } from '../../../ui/load-script.ts'
import type { Label } from './draw-label.ts'
import styles from './label-preview.module.css'

/** The address of a picture of the printed label. */
const labelPictureQuery = (label: Label) =>
  queryOptions({
    queryKey: ['label-picture', label.labelData, label.stock],
    queryFn: async () => {
      const { addressOf, drawLabel } = await loadScript(() => import('./draw-label.ts'))
      return addressOf(drawLabel(label))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** The label on white, in dark mode too, as it is printed. */
export function LabelPreview({ label }: { label: Label }) {
  const picture = useQuery(labelPictureQuery(label))
  const { widthMm, heightMm, dpi } = label.stock
  return (
    <figure className={styles.figure}>
      {picture.isError ? (
        <Alert
          type="warning"
          title="The label cannot be shown here. It can still be downloaded."
          action={<RetryButton onClick={picture.refetch} />}
        />
      ) : (
        <div className={styles.paper} style={{ aspectRatio: `${widthMm} / ${heightMm}` }}>
          {picture.data ? (
            <img src={picture.data} alt="The label as it will print" />
          ) : (
            <Spin description="Drawing the label" size="small" />
          )}
        </div>
      )}
      <figcaption>
        {widthMm} × {heightMm} mm, {dpi} dpi
      </figcaption>
    </figure>
  )
}
