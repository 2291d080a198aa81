import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { isEnterOfPage } from './is-of-input-method.ts'
import { notCorrected } from './not-corrected.ts'

type Props = {
  /** The accessible name, also shown while the field is empty. */
  label: string
  value: string | undefined
  /** Called when typing pauses. */
  onSearch: (text: string | undefined) => void
  /** Called after it on Enter, with which a scanner ends its code. */
  onEnter?: (text: string) => void
}

const delayMs = 300

/** A text filter. Searches when typing pauses or on Enter, and follows the address when Back changes it. */
export function SearchField({ label, value = '', onSearch, onEnter = () => {} }: Props) {
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== searched) {
      setText(value)
      setSearched(value)
    }
  }

  function search(query: string) {
    setSearched(query)
    onSearch(query || undefined)
  }

  function enter(query: string) {
    search(query)
    onEnter(query)
  }

  // A timer: searches when no key was pressed for a moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onSearch must not restart the timer
  useEffect(() => {
    const query = text.trim()
    if (query === searched) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // A page that is being opened must not be left again for the results.
      if (window.location.pathname === pathname) search(query)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [text, searched])

  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      {...notCorrected}
      enterKeyHint="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={({ nativeEvent }) => isEnterOfPage(nativeEvent) && enter(text.trim())}
    />
  )
}
