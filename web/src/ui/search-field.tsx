import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'

type Props = {
  /** Read aloud, and shown while the field is empty. */
  label: string
  value: string | undefined
  /** Told once the typing has paused. */
  onSearch: (text: string | undefined) => void
}

const pauseMs = 300

/** A text filter that asks when the person pauses, and follows the address when Back changes it. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [text, setText] = useState(value)
  const [asked, setAsked] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) {
      setText(value)
      setAsked(value)
    }
  }

  function ask(wanted: string) {
    setAsked(wanted)
    onSearch(wanted || undefined)
  }

  // A timer: asks for what was typed once no key has come for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onSearch must not start the pause again
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked) return
    const timer = setTimeout(() => ask(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [text, asked])

  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => ask(text.trim())}
    />
  )
}
