/** Volumes are kept as whole nanolitres, so that 0.01 mL is exactly 10 µL. */
const nanolitresPerMillilitre = 1_000_000

/** 1,000 L: above any tube, and below where a number loses its nanolitres. */
export const maxVolumeMl = 1_000_000
export const volumeTooLarge = 'Volume must be at most 1,000,000 mL'

/** Millilitres to whole nanolitres; throws RangeError when negative, too large for whole nanolitres, or finer than 1 nL. */
export function toNanolitres(volumeMl: number): number {
  const exact = volumeMl * nanolitresPerMillilitre
  const whole = Math.round(exact)
  if (whole > Number.MAX_SAFE_INTEGER) throw new RangeError(volumeTooLarge)
  if (!Number.isSafeInteger(whole) || whole < 0) throw new RangeError('Volume must be 0 mL or more')
  if (Math.abs(exact - whole) > Math.max(1e-6, whole * 1e-12)) {
    throw new RangeError('Volume must be a multiple of 0.000001 mL')
  }
  return whole
}

export const toMillilitres = (volumeNl: number): number => volumeNl / nanolitresPerMillilitre

/** No separators: half of Europe reads 2,000 as two. */
const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 6, useGrouping: false })

/** '0.01 mL' */
export const formatMillilitres = (volumeMl: number): string => `${digits.format(volumeMl)} mL`

/** '10 µL' */
export const formatMicrolitres = (volumeMl: number): string =>
  `${digits.format(toNanolitres(volumeMl) / 1000)} µL`
