import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import type { DeniedProps } from '../../entities/session/use-may.ts'

const acceptedTypes = '.csv,.tsv,.txt,.json,text/csv,text/tab-separated-values,text/plain,application/json'

/** Lets a person choose the file of a rack reader. */
export function RackFileButton({ denied, onFile }: { denied: DeniedProps; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Without this, choosing the same file again after correcting it would fire no event.
    target.value = ''
    if (file) onFile(file)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        hidden
        aria-label="Rack file"
        onChange={handleChange}
      />
      <Button {...denied} onClick={() => input.current?.click()}>
        Rack file…
      </Button>
    </>
  )
}
