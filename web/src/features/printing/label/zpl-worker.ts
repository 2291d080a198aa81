import type { LabelStock } from '@lims/contract/labels.ts'
import { drawZpl } from './draw-zpl.ts'

export type DrawOrder = { zpl: string; stock: LabelStock }
export type Drawing = { png: string } | { failure: string }

self.addEventListener('message', ({ data, ports }: MessageEvent<DrawOrder>) => {
  const answer = (drawing: Drawing) => ports[0]?.postMessage(drawing)
  drawZpl(data.zpl, data.stock).then(
    (png) => answer({ png }),
    (failure: unknown) => answer({ failure: String(failure) }),
  )
})
