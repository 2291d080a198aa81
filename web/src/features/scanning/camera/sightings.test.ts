import { expect, test } from 'vitest'
import { Sightings } from './sightings.ts'

const pictureMs = 100

/** The scans in a series of pictures; `T1×3` is a tube in three pictures, `×3` is three pictures without one. */
function scans(film: string): string[] {
  const sightings = new Sightings()
  let at = 0
  return film.split(' ').flatMap((part) => {
    const [code = '', pictures] = part.split('×')
    return Array.from({ length: Number(pictures) }, () => {
      at += pictureMs
      return sightings.isNew(code || undefined, at) ? [code] : []
    }).flat()
  })
}

test('a tube held in front of the camera is one scan, however long', () => {
  expect(scans('T1×300')).toEqual(['T1'])
})

test('a tube that was out of the picture for two seconds is a new scan', () => {
  expect(scans('T1×3 ×18 T1×1')).toEqual(['T1'])
  expect(scans('T1×3 ×20 T1×1')).toEqual(['T1', 'T1'])
})

test('two tubes in turn are two scans', () => {
  expect(scans('T1×5 T2×5 T1×5 T2×5')).toEqual(['T1', 'T2'])
})

test('a tube held while the page was busy is still one scan', () => {
  const sightings = new Sightings()
  expect(sightings.isNew('T1', 0)).toBe(true)
  expect(sightings.isNew('T1', 60_000)).toBe(false)
})
