export type Size = { width: number; height: number }
export type Area = Size & { x: number; y: number }
type Point = { x: number; y: number }

/** Of the picture that is shown, in both directions. The style sheet draws the frame by the same number. */
export const frameShare = 0.7
/** The picture is shown in this form, and cut to it. */
export const shownAspect = 4 / 3

/** The part of a video that lies inside the frame. A code outside is not read: it may be on the next tube. */
export function frameOf({ width, height }: Size): Area {
  const shown = Math.min(width, height * shownAspect)
  const side = {
    width: Math.round(shown * frameShare),
    height: Math.round((shown / shownAspect) * frameShare),
  }
  return { ...side, x: Math.round((width - side.width) / 2), y: Math.round((height - side.height) / 2) }
}

type Corners = { topLeft: Point; topRight: Point; bottomLeft: Point; bottomRight: Point }

/** How far the middle of a code is from the middle of the picture it was found in. */
export function distanceFromMiddle({ width, height }: Size, corners: Corners): number {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners
  const all = [topLeft, topRight, bottomLeft, bottomRight]
  const middle = (axis: 'x' | 'y') => all.reduce((sum, point) => sum + point[axis], 0) / all.length
  return Math.hypot(middle('x') - width / 2, middle('y') - height / 2)
}
