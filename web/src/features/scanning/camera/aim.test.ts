import { expect, test } from 'vitest'
import { distanceFromMiddle, frameOf, frameShare, shownAspect } from './aim.ts'

test.each([
  ['a laptop', { width: 1920, height: 1080 }],
  ['a phone held upright', { width: 1080, height: 1920 }],
  ['an old camera', { width: 640, height: 480 }],
])('the frame of %s is in the middle of what is shown', (_, video) => {
  const frame = frameOf(video)
  const shownWidth = Math.min(video.width, video.height * shownAspect)
  expect(frame.width / shownWidth).toBeCloseTo(frameShare, 2)
  expect(frame.width / frame.height).toBeCloseTo(shownAspect, 1)
  expect(frame.x + frame.width / 2).toBeCloseTo(video.width / 2, -1)
  expect(frame.y + frame.height / 2).toBeCloseTo(video.height / 2, -1)
})

test('a code in the middle is at distance 0', () => {
  const at = (left: number, top: number) => ({
    topLeft: { x: left, y: top },
    topRight: { x: left + 20, y: top },
    bottomLeft: { x: left, y: top + 20 },
    bottomRight: { x: left + 20, y: top + 20 },
  })
  expect(distanceFromMiddle({ width: 100, height: 60 }, at(40, 20))).toBe(0)
  expect(distanceFromMiddle({ width: 100, height: 60 }, at(43, 24))).toBe(5)
})
