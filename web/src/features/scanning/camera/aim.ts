type Size = { width: number; height: number }
export type Area = Size & { x: number; y: number }
type Point = { x: number; y: number }

/** The share of the shown picture that is read, in both directions. A code may be larger than the frame. */
export const readShare = 0.7
/** The side of the frame, which is square, as a share of the height of the shown picture. */
const frameShare = 0.4
/** The picture is cropped to this aspect ratio. */
export const shownAspect = 4 / 3

const percent = (share: number) => `${Math.round(share * 100)}%`
/** The distance of the frame from the edges of the shown picture, for a style sheet. */
export const frameInset = `${percent((1 - frameShare) / 2)} ${percent((1 - frameShare / shownAspect) / 2)}`

/** Returns the part of a video that is read. */
export function readAreaOf({ width, height }: Size): Area {
  const shown = Math.min(width, height * shownAspect)
  const side = {
    width: Math.round(shown * readShare),
    height: Math.round((shown / shownAspect) * readShare),
  }
  return { ...side, x: Math.round((width - side.width) / 2), y: Math.round((height - side.height) / 2) }
}

type Corners = { topLeft: Point; topRight: Point; bottomLeft: Point; bottomRight: Point }

/**
 * Returns how far the middle of a code is from the middle of its read area, in pixels. Undefined if it is outside of
 * the frame: such a code may be on the next tube, while that of the tube in the frame is damaged.
 */
export function distanceInFrame({ width, height }: Size, corners: Corners): number | undefined {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners
  const all = [topLeft, topRight, bottomLeft, bottomRight]
  const middle = (axis: 'x' | 'y') => all.reduce((sum, point) => sum + point[axis], 0) / all.length
  const [x, y] = [middle('x') - width / 2, middle('y') - height / 2]
  const side = (height / readShare) * frameShare
  return Math.max(Math.abs(x), Math.abs(y)) <= side / 2 ? Math.hypot(x, y) : undefined
}
