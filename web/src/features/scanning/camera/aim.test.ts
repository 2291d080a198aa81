import { expect, test } from 'vitest'
import { distanceInFrame, frameInset, readAreaOf, readShare, shownAspect } from './aim.ts'

test.each([
  ['a laptop', { width: 1920, height: 1080 }],
  ['a phone held upright', { width: 1080, height: 1920 }],
  ['an old camera', { width: 640, height: 480 }],
])('what is read of %s is in the middle of what is shown', (_, video) => {
  const area = readAreaOf(video)
  const shownWidth = Math.min(video.width, video.height * shownAspect)
  expect(area.width / shownWidth).toBeCloseTo(readShare, 2)
  expect(area.width / area.height).toBeCloseTo(shownAspect, 1)
  expect(area.x + area.width / 2).toBeCloseTo(video.width / 2, -1)
  expect(area.y + area.height / 2).toBeCloseTo(video.height / 2, -1)
})

const at = (left: number, top: number) => ({
  topLeft: { x: left, y: top },
  topRight: { x: left + 20, y: top },
  bottomLeft: { x: left, y: top + 20 },
  bottomRight: { x: left + 20, y: top + 20 },
})

test('a code in the middle is at distance 0', () => {
  expect(distanceInFrame({ width: 100, height: 60 }, at(40, 20))).toBe(0)
  expect(distanceInFrame({ width: 100, height: 60 }, at(43, 24))).toBe(5)
})

test('a code counts if its middle is in the frame that is drawn', () => {
  const [fromTop = 0, fromLeft = 0] = frameInset.split(' ').map((inset) => Number.parseFloat(inset) / 100)
  const shown = { width: 1440, height: 1080 }
  const area = readAreaOf(shown)
  const edge = { x: shown.width * fromLeft - area.x - 10, y: shown.height * fromTop - area.y - 10 }
  expect(shown.width * (1 - 2 * fromLeft)).toBeCloseTo(shown.height * (1 - 2 * fromTop))
  expect(distanceInFrame(area, at(edge.x + 2, edge.y + 2))).toBeGreaterThan(0)
  expect(distanceInFrame(area, at(edge.x - 2, 368))).toBeUndefined()
  expect(distanceInFrame(area, at(494, edge.y - 2))).toBeUndefined()
})
