import { Masked } from '../../ui/masked.tsx'
import { useMay, useMe } from '../session/use-may.ts'

type Props = {
  value: string | null
  /** Shown if there is none, once it is known that the person may see it. */
  none?: string
}

/** A subject or site ID, hidden from a person who may not see it. */
export function PersonalValue({ value, none = '' }: Props) {
  const maySee = useMay('subject.read')
  const isKnown = useMe() !== undefined
  if (!maySee) return <Masked />
  return value ?? (isKnown ? none : '')
}
