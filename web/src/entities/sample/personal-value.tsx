import { Masked } from '../../ui/masked.tsx'
import { useMay } from '../session/use-may.ts'

type Props = {
  value: string | null
  /** Shown if there is none. */
  none?: string
}

/** A subject or site ID, hidden from a person who may not see it. */
export function PersonalValue({ value, none = '' }: Props) {
  const maySee = useMay('subject.read')
  return maySee ? (value ?? none) : <Masked />
}
