import { LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Input } from 'antd'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { CameraButton } from '../../features/scanning/camera/camera-button.tsx'
import { handlerOf, type KeyOf } from '../../ui/shortcut.ts'
import { isTextField } from '../../ui/use-page-keys.ts'
import { HitList, hitId } from './hit-list.tsx'
import styles from './scan-or-search.module.css'
import type { goToSearch, inSearch } from './search-keys.ts'
import { useSearch } from './use-search.ts'

/** One key away from anywhere. A scanner types the code and Enter. */
export function ScanOrSearch() {
  const place = useRef<HTMLElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const search = useSearch((address) => {
    fieldIn(place)?.blur()
    void navigate({ href: address })
  })
  const { text, hits, active, isOpen } = search
  useGoToSearch(place)

  function step(by: 1 | -1, event: KeyboardEvent) {
    const next = search.step(by)
    if (next === undefined) return
    event.preventDefault()
    document.getElementById(hitId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }

  const actions: Record<KeyOf<typeof inSearch>, (event: KeyboardEvent) => void> = {
    enter: search.enter,
    escape: search.close,
    arrowdown: (event) => step(1, event),
    arrowup: (event) => step(-1, event),
  }

  return (
    <search
      className={styles.search}
      ref={place}
      onBlur={({ target, relatedTarget }) => {
        const isOfDialog = !place.current?.contains(target)
        if (!isOfDialog && !place.current?.contains(relatedTarget)) search.close()
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
        prefix={search.isPending ? <LoadingOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
        suffix={
          <>
            <kbd className={styles.key}>/</kbd>
            <CameraButton
              className={styles.camera}
              onCode={(code) => void search.look(code)}
              // After a code that led to no sample the arrow keys go through the hits.
              onClosed={() => text && fieldIn(place)?.focus()}
              closesOnCode
            />
          </>
        }
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={(event) => handlerOf(actions, event)?.(event)}
      />
      {isOpen && <HitList id={listId} hits={hits} text={search.wanted} active={active} onGo={search.go} />}
    </search>
  )
}

const fieldIn = (place: RefObject<HTMLElement | null>) => place.current?.querySelector('input')

/** In step with the keyboard: '/' and Ctrl+K wherever the person is, but '/' stays a letter inside a field. */
function useGoToSearch(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function listen(event: globalThis.KeyboardEvent) {
      const goes: Record<KeyOf<typeof goToSearch>, boolean> = {
        '/': !isTextField(event.target),
        'ctrl k': true,
      }
      if (!handlerOf(goes, event)) return
      event.preventDefault()
      const field = fieldIn(place)
      field?.focus()
      field?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [place])
}
