/** Shown instead of a value that the person may not see. */
export const Masked = () => (
  <span>
    <span aria-hidden>•••</span>
    <span className="read-aloud-only">hidden</span>
  </span>
)
