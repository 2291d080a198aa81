import { SearchOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useAtMost } from '../ui/use-media.ts'
import { findAnything } from './find-anything.ts'
import { hitsOf } from './hits-of.tsx'
import styles from './scan-or-search.module.css'

/** One key away from anywhere. A scanner types the code and Enter. */
export function ScanOrSearch() {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const isPhone = useAtMost('md')
  const place = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const find = useMutation({ mutationFn: findAnything, meta: { errorTitle: 'The search failed' } })

  // In step with the keyboard: '/' and Ctrl+K wherever the person is, but '/' stays a letter inside a field.
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const slash = event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey
      const k = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!slash && !k) return
      event.preventDefault()
      const field = place.current?.querySelector('input')
      field?.focus()
      field?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  function leave() {
    setText('')
    setOpen(false)
    find.reset()
    place.current?.querySelector('input')?.blur()
  }

  function lookUp() {
    const wanted = text.trim()
    if (!wanted) return
    find.mutate(wanted, {
      onSuccess: ({ exact }) => {
        if (!exact) return setOpen(true)
        leave()
        void navigate({ to: '/samples/$sampleId', params: { sampleId: exact.id } })
      },
    })
  }

  function go(address: string) {
    leave()
    void navigate({ href: address })
  }

  return (
    <search className={styles.search} ref={place}>
      <AutoComplete
        className={styles.field ?? ''}
        open={open && find.isSuccess}
        value={text}
        options={find.data ? hitsOf(find.data, find.variables) : []}
        onSearch={(typed) => {
          setText(typed)
          setOpen(false)
          find.reset()
        }}
        notFoundContent={find.isSuccess ? `Nothing is called '${find.variables}'` : null}
        defaultActiveFirstOption={false}
        popupMatchSelectWidth={isPhone || 400}
        onSelect={go}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave()
        }}
      >
        <Input
          aria-label="Scan or search"
          placeholder="Scan or search"
          prefix={<SearchOutlined aria-hidden />}
          suffix={<kbd className={styles.key}>/</kbd>}
          maxLength={200}
          spellCheck={false}
          onPressEnter={() => open || lookUp()}
        />
      </AutoComplete>
    </search>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')
}
