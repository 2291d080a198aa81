import { queryOptions, useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { RetryButton } from '../../../ui/load-error.tsx'
import { loadScript } from '../../../ui/load-script.ts'
import type { Label } from './draw-label.ts'
import styles from './label-preview.module.css'

/** The address of a picture of the printed label, and the sign in it for characters that the printer may lack. */
const labelPictureQuery = (label: Label) =>
  queryOptions({
    queryKey: ['label-picture', label.labelData, label.stock],
    queryFn: async () => {
      const { addressOf, drawLabel, missingCharacter } = await loadScript(() => import('./draw-label.ts'))
      const svg = drawLabel(label)
      return {
        address: addressOf(svg),
        missing: svg.includes(missingCharacter) ? missingCharacter : undefined,
      }
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
            <img src={picture.data.address} alt="The label as it will print" />
          ) : (
            <Spin description="Drawing the label" size="small" />
          )}
        </div>
      )}
      <figcaption>
        {widthMm} × {heightMm} mm, {dpi} dpi
        {picture.data?.missing && (
          <p className={styles.missing}>
            The font of the label printer may lack the characters shown as {picture.data.missing}: they may
            come out blank. The code is not affected.
          </p>
        )}
      </figcaption>
    </figure>
  )
}
