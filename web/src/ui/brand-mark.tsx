const tubes = [1, 0.45, 1, 1, 0.45, 1, 0.45, 1, 1]

/** The logo: a box of 3 by 3 tubes, seen from above. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      {tubes.map((opacity, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a tube is its position
          key={index}
          cx={9 + (index % 3) * 7}
          cy={9 + Math.floor(index / 3) * 7}
          r="2.7"
          fill="var(--on-primary)"
          opacity={opacity}
        />
      ))}
    </svg>
  )
}
