import { z } from 'zod'

/** Volumes are stored as whole nanolitres, so that 0.01 mL is exactly 10 µL. */
const nanolitresPerMillilitre = 1_000_000

/** 1,000 L: larger than any tube, and small enough that a number represents every nanolitre exactly. */
export const maxVolumeMl = 1_000_000
export const volumeTooLarge = 'Volume must be at most 1,000,000 mL'

/** A volume in a reply. */
export const Millilitres = z.number().meta({ description: 'Millilitres' })

/** Returns why a volume cannot be stored; undefined if it can. */
export function volumeProblem(volumeMl: number): string | undefined {
  const exact = volumeMl * nanolitresPerMillilitre
  const whole = Math.round(exact)
  if (whole > Number.MAX_SAFE_INTEGER) return volumeTooLarge
  if (!Number.isSafeInteger(whole) || whole < 0) return 'Volume must be 0 mL or more'
  const isMultiple = Math.abs(exact - whole) <= Math.max(1e-6, whole * 1e-15)
  return isMultiple ? undefined : 'Volume must be a multiple of 0.000001 mL'
}

/** Converts millilitres to nanolitres. Throws RangeError if negative, too large, or not a multiple of 1 nL. */
export function toNanolitres(volumeMl: number): number {
  const problem = volumeProblem(volumeMl)
  if (problem) throw new RangeError(problem)
  return Math.round(volumeMl * nanolitresPerMillilitre)
}

export const toMillilitres = (volumeNl: number): number => volumeNl / nanolitresPerMillilitre

/** Without thousands separators: 2,000 means two in many countries. */
const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })

/** Returns text such as '0.01 mL'. */
export const formatMillilitres = (volumeMl: number): string => `${digits.format(volumeMl)} mL`

/** Returns text such as '10 µL'. */
export const formatMicrolitres = (volumeMl: number): string =>
  `${digits.format(toNanolitres(volumeMl) / 1000)} µL`

/** What is taken off a parent sample to create children. Volumes in millilitres. */
type VolumeShare = {
  count: number
  /** The volume of each child. */
  volume: number
  /** What is lost on the way, once for all children. */
  loss: number
}

/**
 * Returns what the children and the loss take off the parent and what is left, in whole nanolitres. `leftNl` is
 * negative if the parent holds too little.
 */
export function takeOff(parentMl: number, { count, volume, loss }: VolumeShare) {
  const takenNl = count * toNanolitres(volume) + toNanolitres(loss)
  return { takenNl, leftNl: toNanolitres(parentMl) - takenNl }
}

/** Returns text such as 'NB-1 has only 2 mL left: 3 × 0.7 mL and 0.1 mL of loss are 2.2 mL.' */
export function tooLittleVolume(parentName: string, parentMl: number, share: VolumeShare): string {
  const { count, volume, loss } = share
  const children = `${count} × ${formatMillilitres(volume)}`
  const parts = loss > 0 ? `${children} and ${formatMillilitres(loss)} of loss` : children
  const taken = formatMillilitres(toMillilitres(takeOff(parentMl, share).takenNl))
  return `${parentName} has only ${formatMillilitres(parentMl)} left: ${parts} are ${taken}.`
}
