import { beforeEach, expect, test } from 'vitest'
import { fakeAudio } from '../../../test/fake-audio.ts'
import { playScanSound, scanSoundMuted } from './scan-sound.ts'

const { played, interrupt } = fakeAudio()

beforeEach(() => played.splice(0))

test('a tube that is received or placed makes a rising sound, any other outcome a low one', () => {
  playScanSound('received')
  playScanSound('placed')
  expect(played).toEqual([880, 1320, 880, 1320])
  for (const state of ['refused', 'unsent', 'stored']) playScanSound(state)
  expect(played.slice(4)).toEqual([185, 185, 185])
})

test('can be muted, and stays so in this browser', () => {
  scanSoundMuted.set(true)
  playScanSound('received')
  expect(played).toEqual([])
  scanSoundMuted.set(false)
  playScanSound('received')
  expect(played).not.toEqual([])
})

test('sounds again after a call or the locked screen of a phone has interrupted it', () => {
  playScanSound('received')
  interrupt()
  playScanSound('refused')
  expect(played).toEqual([880, 1320, 185])
})
