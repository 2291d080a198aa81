import type { LabelStock } from '@lims/contract/labels.ts'
import { drawZpl } from './draw-zpl.ts'

export type DrawRequest = { zpl: string; stock: LabelStock }
export type DrawReply = { png: string } | { error: string }

self.addEventListener('message', ({ data, ports }: MessageEvent<DrawRequest>) => {
  const reply = (drawing: DrawReply) => ports[0]?.postMessage(drawing)
  drawZpl(data.zpl, data.stock).then(
    (png) => reply({ png }),
    (failure: unknown) => reply({ error: String(failure) }),
  )
})
