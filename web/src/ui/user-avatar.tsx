import { Avatar } from 'antd'

type Props = { name: string; avatar?: string | undefined; size?: number }

/** A person's picture, or their initials without one. */
export function UserAvatar({ name, avatar, size = 30 }: Props) {
  const fontSize = Math.round(size * 0.4)
  const paint = avatar
    ? {}
    : { background: 'var(--primary)', color: 'var(--on-primary)', fontWeight: 600, fontSize }
  return (
    <Avatar size={size} style={paint} {...(avatar && { src: avatar })} alt="" aria-hidden>
      {initialsOf(name)}
    </Avatar>
  )
}

/** 'AL' for 'Ada Lindqvist', 'A' for 'Ada'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
