import { LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Input } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { CameraButton } from '../camera/camera-button.tsx'
import { isTextField } from '../ui/is-text-field.ts'
import { handlerOf, type KeyOf } from '../ui/shortcut.ts'
import { findAnything } from './find-anything.ts'
import { HitList, hitId, hitsOf } from './hit-list.tsx'
import styles from './scan-or-search.module.css'
import type { goToSearch, inSearch } from './search-keys.ts'

/** One key away from anywhere. A scanner types the code and Enter. */
export function ScanOrSearch() {
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const place = useRef<HTMLElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const find = useMutation({ mutationFn: findAnything, meta: { errorTitle: 'The search failed' } })
  const isOpen = find.isSuccess && !find.data.exact
  const hits = isOpen ? hitsOf(find.data, find.variables) : []

  // In step with the keyboard: '/' and Ctrl+K wherever the person is, but '/' stays a letter inside a field.
  useEffect(() => {
    function listen(event: globalThis.KeyboardEvent) {
      const goes: Record<KeyOf<typeof goToSearch>, boolean> = {
        '/': !isTextField(event.target),
        'ctrl k': true,
      }
      if (!handlerOf(goes, event)) return
      event.preventDefault()
      const field = place.current?.querySelector('input')
      field?.focus()
      field?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  function close() {
    setActive(-1)
    find.reset()
  }

  function go(address: string) {
    close()
    setText('')
    place.current?.querySelector('input')?.blur()
    void navigate({ href: address })
  }

  function enter() {
    const chosen = hits[active]
    if (chosen) return go(chosen.address)
    look(text.trim())
  }

  function look(wanted: string) {
    if (!wanted) return
    setActive(-1)
    find.mutate(wanted, { onSuccess: ({ exact }) => exact && go(`/samples/${exact.id}`) })
  }

  function take(code: string) {
    setText(code)
    look(code.trim())
    return undefined
  }

  /** After a code that led to no sample the arrow keys go through the hits. */
  function chooseByKeys() {
    if (text) place.current?.querySelector('input')?.focus()
  }

  function step(by: number, event: KeyboardEvent) {
    if (hits.length === 0) return
    event.preventDefault()
    const next = (active + by + hits.length) % hits.length
    setActive(next)
    document.getElementById(hitId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }

  const actions: Record<KeyOf<typeof inSearch>, (event: KeyboardEvent) => void> = {
    enter,
    escape: close,
    arrowdown: (event) => step(1, event),
    arrowup: (event) => step(active === -1 ? 0 : -1, event),
  }

  return (
    <search
      className={styles.search}
      ref={place}
      onBlur={({ target, relatedTarget }) => {
        const isOfDialog = !place.current?.contains(target)
        if (!isOfDialog && !place.current?.contains(relatedTarget)) close()
      }}
    >
      <Input
        role="combobox"
        aria-label="Scan or search"
        aria-expanded={isOpen}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        {...(isOpen && { 'aria-controls': listId })}
        {...(active >= 0 && { 'aria-activedescendant': hitId(listId, active) })}
        placeholder="Scan or search"
        prefix={find.isPending ? <LoadingOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
        suffix={
          <>
            <kbd className={styles.key}>/</kbd>
            <CameraButton className={styles.camera} onCode={take} onClosed={chooseByKeys} closesOnCode />
          </>
        }
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          close()
        }}
        onKeyDown={(event) => handlerOf(actions, event)?.(event)}
      />
      {isOpen && <HitList id={listId} hits={hits} text={find.variables} active={active} onGo={go} />}
    </search>
  )
}
