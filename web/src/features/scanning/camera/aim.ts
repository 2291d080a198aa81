export type Size = { width: number; height: number }
export type Area = Size & { x: number; y: number }
type Point = { x: number; y: number }

/** The share of the shown picture that the frame covers, in both directions. The style sheet uses the same number. */
export const frameShare = 0.7
/** The picture is cropped to this aspect ratio. */
export const shownAspect = 4 / 3

/** Returns the part of a video inside the frame. Codes outside are not read: they may be on the next tube. */
export function frameOf({ width, height }: Size): Area {
  const shown = Math.min(width, height * shownAspect)
  const side = {
    width: Math.round(shown * frameShare),
    height: Math.round((shown / shownAspect) * frameShare),
  }
  return { ...side, x: Math.round((width - side.width) / 2), y: Math.round((height - side.height) / 2) }
}

type Corners = { topLeft: Point; topRight: Point; bottomLeft: Point; bottomRight: Point }

/** Returns how far the middle of a code is from the middle of its picture, in pixels. */
export function distanceFromMiddle({ width, height }: Size, corners: Corners): number {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners
  const all = [topLeft, topRight, bottomLeft, bottomRight]
  const middle = (axis: 'x' | 'y') => all.reduce((sum, point) => sum + point[axis], 0) / all.length
  return Math.hypot(middle('x') - width / 2, middle('y') - height / 2)
}
