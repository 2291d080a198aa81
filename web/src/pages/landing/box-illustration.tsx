import styles from './box-illustration.module.css'

/** A lid drawn by statuses: P passed QC, F failed, S sequenced, R received, X processed, C collected, N sent on. */
const lid = [
  'PPSRS..P.F..',
  'FX.SSNNFN.SP',
  'FN......PN..',
  '.F.XNXFSXX..',
  'SN.NP..P...F',
  'PXN.XR..X..N',
  'SSXSNSFPRXXX',
  'PFFFFNSNXXNN',
]

const inks: Record<string, string> = {
  P: 'qc-pass',
  F: 'qc-fail',
  S: 'sequenced',
  R: 'received',
  X: 'processed',
  C: 'collected',
  N: 'sent-to-c2n',
}

const step = 40
const left = 50
const top = 46
const found = { row: 5, column: 5 }
const centre = (index: number, from: number) => from + index * step

/** The lid of a box with its axes and first-corner mark. One tube is found. */
export function BoxIllustration() {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 512 356"
      role="img"
      aria-label="A box seen from above: coloured tubes in a grid of columns A to L and rows 1 to 8, one of them found"
    >
      <path
        className={styles.box}
        d="M44 22 H494 a18 18 0 0 1 18 18 V332 a18 18 0 0 1 -18 18 H42 a18 18 0 0 1 -18 -18 V42 z"
      />
      {[...'ABCDEFGHIJKL'].map((letter, column) => (
        <text key={letter} x={centre(column, left)} y="14" className={styles.axis}>
          {letter}
        </text>
      ))}
      {lid.map((tubes, row) => (
        <g key={tubes}>
          <text x="0" y={centre(row, top) + 4} className={styles.axis} textAnchor="start">
            {row + 1}
          </text>
          {[...tubes].map((status, column) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a tube is its place
              key={column}
              cx={centre(column, left)}
              cy={centre(row, top)}
              r="14.5"
              {...(inks[status]
                ? { fill: `var(--status-${inks[status]}-ink)`, className: styles.tube }
                : { className: styles.empty })}
            />
          ))}
        </g>
      ))}
      <circle className={styles.ring} cx={centre(found.column, left)} cy={centre(found.row, top)} r="19" />
    </svg>
  )
}
