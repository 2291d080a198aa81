import { LoadingOutlined, SearchOutlined } from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import { isListOfCodes } from '@lims/contract/sample-codes.ts'
import { maxTextLength } from '@lims/contract/text.ts'
import { useNavigate } from '@tanstack/react-router'
import { Input } from 'antd'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useStore } from '../../api/create-store.ts'
import { useCodesDialog } from '../../features/sample-selection/use-codes-dialog.tsx'
import { afterComposition } from '../../features/scanning/after-composition.ts'
import { CameraButton } from '../../features/scanning/camera/camera-button.tsx'
import { KeyBurst } from '../../features/scanning/key-burst.ts'
import { readCameraCode } from '../../features/scanning/scanned-code.ts'
import { singleKeyShortcuts } from '../../features/scanning/single-key-shortcuts.ts'
import { isEnterKey, isOfInputMethod } from '../../ui/is-of-input-method.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notCorrected } from '../../ui/not-corrected.ts'
import { frontDialog } from '../../ui/open-dialog.ts'
import { handlerOf, type KeyOf } from '../../ui/shortcut.ts'
import { isMeantForField } from '../../ui/use-page-keys.ts'
import panel from './hit-list.module.css'
import { hitId } from './hits.tsx'
import styles from './scan-or-search.module.css'
import type { goToSearch, inSearch } from './search-keys.ts'
import { useSearch } from './use-search.ts'

const HitList = lazyPart(() => import('./hit-list.tsx').then((file) => file.HitList), {
  rows: 3,
  className: panel.panel,
})

/** The search box of every page. A scanner types its code and Enter into it. */
export function ScanOrSearch() {
  const place = useRef<HTMLElement>(null)
  const listId = useId()
  const navigate = useNavigate()
  const search = useSearch({
    onNavigate: (address) => {
      fieldIn(place)?.blur()
      void navigate({ href: address })
    },
    onSearch: () => fieldIn(place)?.select(),
  })
  const { text, groups, active, isOpen, numHits } = search
  const note =
    search.failure ??
    (search.foundNothing ? `No results for '${search.searchedText}'` : undefined) ??
    (search.hasUnlistedSamples ? 'More samples contain all these words. Add a word to find them.' : undefined)
  const counted = text && numHits > 0 ? formatCount(numHits, 'result') : undefined
  const codes = useCodesDialog()
  const [burst] = useState(() => new KeyBurst())
  const areSingleKeysOn = useStore(singleKeyShortcuts)
  useGoToSearch(place)

  /** A list of codes becomes a selection of samples; anything else is a text to search for. */
  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!isListOfCodes(pasted)) return
    event.preventDefault()
    fieldIn(place)?.blur()
    codes.open(pasted)
  }

  function step(direction: 1 | -1, event: KeyboardEvent) {
    const next = search.step(direction)
    if (next === undefined) return
    event.preventDefault()
    document.getElementById(hitId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }

  const actions: Record<KeyOf<typeof inSearch>, (event: KeyboardEvent) => void> = {
    enter: ({ timeStamp }) => void endText(timeStamp),
    escape: search.close,
    arrowdown: (event) => step(1, event),
    arrowup: (event) => step(-1, event),
  }

  /** The Enter of a scanner searches for the code of its keys, whatever the input method has made of them. */
  function handleComposedKey(event: KeyboardEvent<HTMLInputElement>) {
    const { timeStamp, nativeEvent } = event
    if (!isEnterKey(nativeEvent)) return void burst.press(nativeEvent)
    const code = burst.end(timeStamp)
    if (code) afterComposition(event, () => search.search(code.physical ?? code.raw))
  }

  /**
   * Searches for a code that a scanner has ended, in all its readings, or for what a person entered. The second Enter of
   * a scanner does nothing. Returns whether a scanner pressed the key.
   */
  function endText(at: number, { isByPerson = true } = {}): boolean {
    const code = burst.end(at)
    const isOfScanner = burst.isStillEnding(at)
    if (code) search.enter(code)
    else if (isByPerson && !isOfScanner) search.enter()
    return isOfScanner
  }

  /** A person's Tab moves on; that of a scanner ends the code, as Enter does. */
  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, timeStamp, nativeEvent } = event
    if (isOfInputMethod(nativeEvent)) return handleComposedKey(event)
    if (key === 'Tab' && !shiftKey) {
      if (endText(timeStamp, { isByPerson: false })) event.preventDefault()
      return
    }
    if (key !== 'Enter') burst.press(nativeEvent)
    handlerOf(actions, event)?.(event)
  }

  return (
    <search
      className={styles.search}
      ref={place}
      onBlur={({ target, relatedTarget }) => {
        const isInDialog = !place.current?.contains(target)
        if (!isInDialog && !place.current?.contains(relatedTarget)) search.close()
      }}
    >
      <Input
        role="combobox"
        aria-label="Scan or search"
        aria-expanded={isOpen && numHits > 0}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        {...(isOpen && numHits > 0 && { 'aria-controls': listId })}
        {...(isOpen && active >= 0 && { 'aria-activedescendant': hitId(listId, active) })}
        placeholder="Scan or search"
        prefix={search.isPending ? <LoadingOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
        suffix={
          <>
            {areSingleKeysOn && <kbd className={styles.key}>/</kbd>}
            <CameraButton
              className={styles.camera}
              onCode={(code) => void search.search(code, readCameraCode(code))}
              // After a code without a sample the arrow keys move through the results.
              onClosed={() => text && fieldIn(place)?.focus()}
              closesOnCode
            />
          </>
        }
        maxLength={maxTextLength.search}
        {...notCorrected}
        enterKeyHint="search"
        value={text}
        onPointerEnter={HitList.preload}
        onFocus={() => {
          HitList.preload()
          search.open()
        }}
        onClick={search.open}
        onPaste={paste}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {isOpen && (numHits > 0 || note) && (
        <HitList
          id={listId}
          groups={groups}
          text={search.searchedText}
          active={active}
          note={note}
          onNavigate={search.go}
        />
      )}
      {codes.dialog}
      <span role="status" className="read-aloud-only">
        {/* Anew at each Enter: the same words are read again. */}
        <span key={search.searchedAt}>{isOpen && [counted, note].filter(Boolean).join('. ')}</span>
      </span>
    </search>
  )
}

const fieldIn = (place: RefObject<HTMLElement | null>) => place.current?.querySelector('input')

/** Moves the focus to the field on '/' and Ctrl+K, but not out of a dialog. Inside a field '/' is a character. */
function useGoToSearch(place: RefObject<HTMLElement | null>) {
  // Synchronises with the keys of the document.
  useEffect(() => {
    function handleKeyDown(event: globalThis.KeyboardEvent) {
      const keys: Record<KeyOf<typeof goToSearch>, boolean> = {
        '/': singleKeyShortcuts.get() && !isMeantForField(event.target),
        'ctrl k': true,
      }
      if (!handlerOf(keys, event)) return
      event.preventDefault()
      if (frontDialog()) return
      const field = fieldIn(place)
      field?.focus()
      field?.select()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [place])
}
