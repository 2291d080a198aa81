import { useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import { type Label, labelPictureQuery } from './label-api.ts'
import styles from './label-preview.module.css'

/** The label dot by dot, on white in dark mode too, as it is printed. */
export function LabelPreview({ label }: { label: Label }) {
  const picture = useQuery(labelPictureQuery(label))
  const { widthMm, heightMm, dpi } = label.stock
  return (
    <figure className={styles.figure}>
      {picture.isError ? (
        <Alert type="warning" title="The label cannot be shown here. It can still be downloaded." />
      ) : (
        <div className={styles.paper} style={{ aspectRatio: `${widthMm} / ${heightMm}` }}>
          {picture.data ? (
            <img src={`data:image/png;base64,${picture.data}`} alt="The label as it will print" />
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
